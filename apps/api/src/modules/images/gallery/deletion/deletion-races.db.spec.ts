import { afterEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { testConfig } from '../../../../../test/support/config.js';
import { creditLedger } from '../../../../../test/support/credits.js';
import { useDatabase } from '../../../../../test/support/database.js';
import { inParallel } from '../../../../../test/support/in-parallel.js';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { RecordedEvents, STUDIO_PAINTS, submit, type Submitted } from '../../../../../test/support/painting.js';
import { RACE_ROUNDS } from '../../../../../test/support/race-rounds.js';
import { together } from '../../../../../test/support/together.js';
import { rows } from '../../../../platform/database/rows.js';
import { LocalDiskStorage } from '../../../../platform/storage/local-disk.storage.js';
import { claimGeneration } from '../../worker/claim-rows.js';
import { CancelGeneration } from '../../generation/cancel-generation.js';
import { CloseImage } from '../../generation/closing/close-image.js';
import { DeleteImages } from './delete-images.js';
import { FileLinks } from '../../files/file-links.js';
import { ReadGenerations } from '../../generation/read-generations.js';
import { GenerationPresenter } from '../../generation/generation-presenter.js';

const db = useDatabase();
const ledger = creditLedger(db.dataSource);
const events = new RecordedEvents();
const generationQueue = { remove: async () => undefined };
const closing = new CloseImage(db.dataSource, ledger, events);
const deletion = new DeleteImages(db.dataSource, ledger, generationQueue, events);
const links = new FileLinks(testConfig(), new LocalDiskStorage('unused'));
const generations = new ReadGenerations(db.dataSource, new GenerationPresenter(links));
const cancellation = new CancelGeneration(db.dataSource, ledger, generationQueue, generations, events);
const AT_ONCE = 4;

afterEach(() => expectInvariants(db.dataSource));

const claim = ({ id }: Submitted): Promise<unknown> => claimGeneration(db.dataSource, id, STUDIO_PAINTS, 60);
const deliver = ({ id, userId, imageIds: [imageId = ''] }: Submitted): Promise<boolean> =>
  closing.deliver({ id: imageId, generationId: id, userId }, 1, {
    objectKey: `pictures/2026/11/${randomUUID()}/1-00000000.png`,
    format: 'png',
    bytes: 100,
    sha256: 'ab'.repeat(32),
    thumbWidths: [320],
    thumbhash: Buffer.from([1, 2, 3]),
    engineRequestId: null,
    understood: [],
  });
const remove = ({ userId }: Submitted, imageId = ''): Promise<unknown> => deletion.image(userId, imageId);

/** Status, hold and removal of each image. */
const endOf = async ({ id }: Submitted): Promise<string[]> =>
  (
    await rows<{ end: string }>(
      db.dataSource,
      `select concat_ws(' ', i.status, h.state, case when i.deleted_at is not null then 'removed' end) as end
         from images i join holds h on h.image_id = i.id where i.generation_id = $1 order by i.idx`,
      [id],
    )
  ).map(({ end }) => end);

/** Plays rounds, some at once, and answers the different ways in which they ended. */
async function race(count: number, round: (n: number, submitted: Submitted) => Promise<unknown>): Promise<string[]> {
  const ends = await inParallel(
    AT_ONCE,
    Array.from({ length: RACE_ROUNDS }, (_, n) => async () => {
      const submitted = await submit(db.dataSource, { count });
      await round(n, submitted);
      return endOf(submitted);
    }),
  );
  return [...new Set(ends.map((end) => end.join(', ')))].toSorted();
}

test('an image that is deleted while it is delivered is charged and hidden', async () => {
  const ends = await race(1, async (n, submitted) => {
    await claim(submitted);
    await together(
      n,
      () => deliver(submitted),
      () => remove(submitted, submitted.imageIds[0]),
    );
  });
  expect(ends).toEqual(['completed settled removed']);
});

test('an image that is deleted while it is claimed is cancelled and returned, or made and charged', async () => {
  const ends = await race(1, async (n, submitted) => {
    const [claimed] = await together(
      n,
      () => claim(submitted),
      () => remove(submitted, submitted.imageIds[0]),
    );
    if (claimed !== null) await deliver(submitted);
  });
  expect(ends).toEqual(['cancelled returned removed', 'completed settled removed']);
});

test('deleting one image while all are cancelled returns all credits, and neither is refused', async () => {
  const ends = await race(2, (n, submitted) =>
    together(
      n,
      () => cancellation.cancel(submitted.userId, submitted.id, 'en'),
      () => remove(submitted, submitted.imageIds[1]),
    ),
  );
  expect(ends).toEqual(['cancelled returned, cancelled returned removed']);
});
