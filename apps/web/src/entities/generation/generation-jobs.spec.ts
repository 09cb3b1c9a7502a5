import { describe, expect, it } from '@jest/globals';
import type { GenerationStatus } from '@app/contracts';
import { galleryItem } from '../../../test/gallery';
import { sessionClosed } from '../../api/auth/session-slice';
import { isDeletable, isLost, isViewable } from '../image/image-status';
import {
  generationJobsReducer,
  jobEnded,
  jobOpened,
  pollingErrorChanged,
  progressReceived,
  type GenerationJobs,
} from './generation-jobs';
import { isCancelled, isWaiting } from './generation-status';

const NOTHING: GenerationJobs = { open: [], progress: {}, pollingErrors: {}, previews: {} };
const progress = (image: string, generation: string, preview: string | null = null) =>
  progressReceived({ image_id: image, generation_id: generation, preview } as Parameters<typeof progressReceived>[0]);
const after = (...actions: Parameters<typeof generationJobsReducer>[1][]): GenerationJobs =>
  actions.reduce<GenerationJobs>((state, action) => generationJobsReducer(state, action), NOTHING);
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

  it('outlives their end where it is a preview, each once, until the person goes', () => {
    const seen = [progress('a1', 'a', 'p1'), progress('a1', 'a', 'p1'), progress('a1', 'a'), progress('a1', 'a', 'p2')];
    expect(after(...TWO, ...seen, jobEnded('a')).previews).toEqual({ a1: ['p1', 'p2'] });
    expect(after(...TWO, ...seen, sessionClosed(null))).toEqual(NOTHING);
  });

  it('is a bounded number of previews, spread over the whole way of an image, and of the latest images', () => {
    const many = Array.from({ length: 40 }, (_, index) => progress('a1', 'a', `p${index}`));
    const { previews } = after(...many);
    const { a1 = [] } = previews;
    expect(a1.length).toBeLessThanOrEqual(16);
    expect(a1.at(-1)).toBe('p39');
    const order = a1.map((preview) => Number(preview.slice(1)));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    // None of the gaps is longer than a fourth of the way.
    expect(Math.max(...order.map((at, index) => at - (order[index - 1] ?? 0)))).toBeLessThanOrEqual(10);
    const images = Array.from({ length: 30 }, (_, index) => progress(`i${index}`, 'a', 'p'));
    expect(Object.keys(after(...images).previews)).toEqual(Array.from({ length: 24 }, (_, index) => `i${index + 6}`));
  });

  it('is no error any more once a check went well', () => {
    expect(after(...TWO, pollingErrorChanged({ id: 'a', error: null })).pollingErrors).toEqual({ b: 'check-failed' });
  });
});

describe('a state', () => {
  const STATES: GenerationStatus[] = ['pending', 'processing', 'completed', 'failed'];
  const those = (rule: (one: { status: GenerationStatus; error_code: 'CANCELLED' | null }) => boolean, code = true) =>
    STATES.filter((status) => rule({ status, error_code: code ? 'CANCELLED' : null }));

  it('is waiting, is cancelled, or can be deleted', () => {
    expect(those(isWaiting)).toEqual(['pending']);
    expect([those(isCancelled), those(isCancelled, false)]).toEqual([['failed'], []]);
    expect(those(isDeletable)).toEqual(['completed', 'failed']);
  });

  it('of an image whose file is missing is lost; only one with its file can be looked at', () => {
    const lost = (status: GenerationStatus, url: string | null) => isLost({ status, url });
    expect([lost('completed', null), lost('completed', '/a'), lost('failed', null)]).toEqual([true, false, false]);
    const items = [galleryItem(1), galleryItem(1, { url: null }), galleryItem(1, { status: 'failed' }), null];
    expect(items.map(isViewable)).toEqual([true, false, false, false]);
  });
});
