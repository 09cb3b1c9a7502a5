import { afterEach, describe, expect, test } from '@jest/globals';
import { claimGeneration } from '../../../../../test/support/images/claim.js';
import { testConfig } from '../../../../../test/support/config.js';
import { creditLedger } from '../../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../../test/support/database/database.js';
import { delivery } from '../../../../../test/support/images/delivery.js';
import { inParallel } from '../../../../../test/support/timing/in-parallel.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import {
  moveDeadline,
  RecordedEvents,
  show,
  STUDIO_PAINTS,
  submit,
  type Submitted,
} from '../../../../../test/support/images/painting.js';
import { RACE_ROUNDS } from '../../../../../test/support/timing/race-rounds.js';
import { together } from '../../../../../test/support/timing/together.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { LocalDiskStorage } from '../../../../platform/storage/local-disk.storage.js';
import { FileLinks } from '../../files/file-links.js';
import { DeleteImages } from '../../gallery/deletion/delete-images.js';
import { CancelGeneration } from '../../generation/cancel-generation.js';
import { CloseImage } from '../../generation/closing/close-image.js';
import { GenerationPresenter } from '../../generation/generation-presenter.js';
import { ReadGenerations } from '../../generation/read-generations.js';
import { claimFirst } from './claim-rows.js';
import { undoClaim } from './lease-rows.js';

const db = useDatabase();
const ledger = creditLedger(db.dataSource);
const events = new RecordedEvents();
const generationQueue = { remove: async () => undefined };
const closing = new CloseImage(db.dataSource, ledger, events);
const links = new FileLinks(testConfig(), new LocalDiskStorage('unused'));
const generations = new ReadGenerations(db.dataSource, new GenerationPresenter(links));
const cancellation = new CancelGeneration(db.dataSource, ledger, generationQueue, generations, events);
afterEach(async () => {
  await rows(db.dataSource, `delete from engine_health`);
  await expectInvariants(db.dataSource);
});

/** True: taken back; false: refused because it was too late. */
const cancel = ({ userId, id }: Submitted): Promise<boolean> =>
  cancellation.cancel(userId, id, 'en').then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ code: 'GENERATION_NOT_CANCELLABLE' });
      return false;
    },
  );

const end = async ({ id }: Submitted): Promise<void> => {
  await moveDeadline(db.dataSource, id, -1);
  for (const { imageId, userId } of await rows<{ imageId: string; userId: string }>(
    db.dataSource,
    `select id as "imageId", user_id as "userId" from images where generation_id = $1 and finished_at is null`,
    [id],
  ))
    await closing.fail({ id: imageId, generationId: id, userId }, 'sweeper', 'DEADLINE_EXCEEDED');
};

test('a generation that is cancelled while it is claimed is one of them, never both', async () => {
  const outcomes = new Set<boolean>();
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const submitted = await submit(db.dataSource, { count: 2 });
    const [isTaken, claimed] = await together(
      round,
      () => cancel(submitted),
      () => claimFirst(db.dataSource, STUDIO_PAINTS, 30),
    );
    outcomes.add(isTaken);
    const { status, attempt, available } = await show(db.dataSource, submitted.id);
    const isClaimed = claimed !== null && claimed !== 'lost';
    // A claim passes over what is being taken back, so that both may come to nothing, but never to something.
    expect(isClaimed && isTaken).toBe(false);
    if (isTaken) expect([status, attempt, available]).toEqual(['cancelled', 0, 70]);
    else if (isClaimed) expect([status, attempt, available]).toEqual(['processing', 1, 0]);
    else expect([status, attempt, available]).toEqual(['pending', 0, 0]);
    await end(submitted);
  }
  expect(outcomes).toEqual(new Set([true, false]));
});

test('a generation that is cancelled while a worker releases it is cancelled as a whole, or not at all', async () => {
  const outcomes = new Set<boolean>();
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const submitted = await submit(db.dataSource, { count: 2 });
    await claimGeneration(db.dataSource, submitted.id, STUDIO_PAINTS, 30);
    const [isTaken] = await together(
      round,
      () => cancel(submitted),
      () => undoClaim(db.dataSource, submitted.id, 1, 0),
    );
    outcomes.add(isTaken);
    const shown = await show(db.dataSource, submitted.id);
    expect(shown).toMatchObject(
      isTaken
        ? { status: 'cancelled', attempt: 0, images: ['cancelled CANCELLED', 'cancelled CANCELLED'], available: 70 }
        : { status: 'pending', attempt: 0, images: ['pending', 'pending'], reserved: 70 },
    );
    await end(submitted);
  }
  expect(outcomes).toEqual(new Set([true, false]));
});

test('a generation that passes its deadline while a worker releases it is returned once', async () => {
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const submitted = await submit(db.dataSource, { count: 2 });
    await claimGeneration(db.dataSource, submitted.id, STUDIO_PAINTS, 30);
    await together(
      round,
      () => end(submitted),
      () => undoClaim(db.dataSource, submitted.id, 1, 0),
    );
    expect(await show(db.dataSource, submitted.id)).toMatchObject({
      status: 'failed',
      errorCode: 'DEADLINE_EXCEEDED',
      available: 70,
      reserved: 0,
    });
  }
});

test('of four workers before an engine that may be back, one tries it', async () => {
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const submitted = await Promise.all([1, 2, 3, 4].map(() => submit(db.dataSource)));
    await rows(
      db.dataSource,
      `insert into engine_health (engine, openings, open_until) values ('studio', 1, now() - interval '1 s')
       on conflict (engine) do update set open_until = excluded.open_until, probe_owner = null, probe_until = null`,
    );
    const claimed = await Promise.all(
      submitted.map(({ id }, i) =>
        i % 2 ? claimFirst(db.dataSource, STUDIO_PAINTS, 30) : claimGeneration(db.dataSource, id, STUDIO_PAINTS, 30),
      ),
    );
    const probes = claimed.filter((one) => one !== null && one !== 'lost');
    expect(probes).toHaveLength(1);
    const begun = await rows<{ probe: string }>(
      db.dataSource,
      `select g.id || ':' || g.attempt as probe from generations g where g.status = 'processing' and g.attempt > 0
                                                                     and g.finished_at is null`,
    );
    const owner = await row<{ probe: string }>(db.dataSource, `select probe_owner as probe from engine_health`);
    expect(begun).toEqual([owner]);
    for (const one of submitted) await end(one);
  }
});

describe('an image that is deleted', () => {
  const deletion = new DeleteImages(db.dataSource, ledger, generationQueue, events);
  const AT_ONCE = 4;

  const claim = ({ id }: Submitted): Promise<unknown> => claimGeneration(db.dataSource, id, STUDIO_PAINTS, 60);
  const deliver = ({ id, userId, imageIds: [imageId = ''] }: Submitted): Promise<boolean> =>
    closing.deliver({ id: imageId, generationId: id, userId }, 1, delivery());
  const remove = ({ userId }: Submitted, imageId = ''): Promise<unknown> => deletion.image(userId, imageId);

  /** Status, hold and removal of each image. */
  const endOf = async ({ id }: Submitted): Promise<string[]> =>
    (
      await rows<{ shown: string }>(
        db.dataSource,
        `select concat_ws(' ', i.status, h.state, case when i.deleted_at is not null then 'removed' end) as shown
           from images i join holds h on h.image_id = i.id where i.generation_id = $1 order by i.idx`,
        [id],
      )
    ).map(({ shown }) => shown);

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
    return [...new Set(ends.map((images) => images.join(', ')))].toSorted();
  }

  test('while it is delivered is charged and hidden', async () => {
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

  test('while it is claimed is cancelled and returned, or made and charged', async () => {
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

  test('while all of its generation are cancelled returns all credits, and neither is refused', async () => {
    const ends = await race(2, (n, submitted) =>
      together(
        n,
        () => cancellation.cancel(submitted.userId, submitted.id, 'en'),
        () => remove(submitted, submitted.imageIds[1]),
      ),
    );
    expect(ends).toEqual(['cancelled returned, cancelled returned removed']);
  });
});
