import { describe, expect, it } from '@jest/globals';
import type { GenerationStatus } from '@app/contracts';
import { galleryItem } from '../../../test/gallery';
import { sessionClosed } from '../../api/auth/session-slice';
import { isDeletable, isLost, isOpen, isViewable } from '../image/image-status';
import {
  generationJobsReducer,
  jobEnded,
  jobOpened,
  pollingErrorChanged,
  progressReceived,
  type GenerationJobs,
} from './generation-jobs';
import { isCancelled, isFinished, isWaiting } from './generation-status';

const progress = (image: string, generation: string) =>
  progressReceived({ image_id: image, generation_id: generation } as Parameters<typeof progressReceived>[0]);
const after = (...actions: Parameters<typeof generationJobsReducer>[1][]): GenerationJobs =>
  actions.reduce<GenerationJobs>((state, action) => generationJobsReducer(state, action), {
    open: [],
    progress: {},
    pollingErrors: {},
  });
const TWO = [
  jobOpened('a'),
  jobOpened('b'),
  jobOpened('a'),
  progress('a1', 'a'),
  progress('b1', 'b'),
  progress('a2', 'a'),
  pollingErrorChanged({ id: 'a', error: 'timeout' }),
  pollingErrorChanged({ id: 'b', error: 'check-failed' }),
];

describe('what is known of running generations', () => {
  it('is kept once for each of them', () => {
    const { open, progress: known, pollingErrors } = after(...TWO);
    expect([open, Object.keys(known)]).toEqual([
      ['a', 'b'],
      ['a1', 'b1', 'a2'],
    ]);
    expect(pollingErrors).toEqual({ a: 'timeout', b: 'check-failed' });
  });

  it('goes with the one that ends, and with the person', () => {
    const { open, progress: known, pollingErrors } = after(...TWO, jobEnded('a'));
    expect([open, Object.keys(known), pollingErrors]).toEqual([['b'], ['b1'], { b: 'check-failed' }]);
    expect(after(...TWO, sessionClosed(null))).toEqual(after());
  });

  it('is no error any more once a check went well', () => {
    expect(after(...TWO, pollingErrorChanged({ id: 'a', error: null })).pollingErrors).toEqual({ b: 'check-failed' });
  });
});

describe('a state', () => {
  const STATES: GenerationStatus[] = ['pending', 'processing', 'completed', 'failed'];
  const those = (rule: (one: { status: GenerationStatus; error_code: 'CANCELLED' | null }) => boolean, code = true) =>
    STATES.filter((status) => rule({ status, error_code: code ? 'CANCELLED' : null }));

  it('is open, waiting, over, cancelled, or can be deleted', () => {
    expect(those(isFinished)).toEqual(['completed', 'failed']);
    expect(those(isWaiting)).toEqual(['pending']);
    expect([those(isCancelled), those(isCancelled, false)]).toEqual([['failed'], []]);
    expect(those(isOpen)).toEqual(['pending', 'processing']);
    expect(those(isDeletable)).toEqual(['completed', 'failed']);
  });

  it('of an image whose file is missing is lost; only one with its file can be looked at', () => {
    const lost = (status: GenerationStatus, url: string | null) => isLost({ status, url });
    expect([lost('completed', null), lost('completed', '/a'), lost('failed', null)]).toEqual([true, false, false]);
    const items = [galleryItem(1), galleryItem(1, { url: null }), galleryItem(1, { status: 'failed' }), null];
    expect(items.map(isViewable)).toEqual([true, false, false, false]);
  });
});
