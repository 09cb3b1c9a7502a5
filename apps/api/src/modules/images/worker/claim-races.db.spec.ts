import { afterEach, expect, test } from '@jest/globals';
import { testConfig } from '../../../../test/support/config.js';
import { creditLedger } from '../../../../test/support/credits.js';
import { useDatabase } from '../../../../test/support/database.js';
import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  moveDeadline,
  RecordedEvents,
  show,
  STUDIO_PAINTS,
  submit,
  type Submitted,
} from '../../../../test/support/painting.js';
import { RACE_ROUNDS } from '../../../../test/support/race-rounds.js';
import { together } from '../../../../test/support/together.js';
import { row, rows } from '../../../platform/database/rows.js';
import { LocalDiskStorage } from '../../../platform/storage/local-disk.storage.js';
import { claimFirst, claimGeneration, undoClaim } from './claim-rows.js';
import { CancelGeneration } from '../generation/cancel-generation.js';
import { CloseImage } from '../generation/closing/close-image.js';
import { FileLinks } from '../files/file-links.js';
import { ReadGenerations } from '../generation/read-generations.js';
import { GenerationPresenter } from '../generation/generation-presenter.js';

const db = useDatabase();
const ledger = creditLedger(db.dataSource);
const events = new RecordedEvents();
const closing = new CloseImage(db.dataSource, ledger, events);
const links = new FileLinks(testConfig(), new LocalDiskStorage('unused'));
const generations = new ReadGenerations(db.dataSource, new GenerationPresenter(links));
const cancellation = new CancelGeneration(
  db.dataSource,
  ledger,
  { remove: async () => undefined },
  generations,
  events,
);
afterEach(() => expectInvariants(db.dataSource));

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
