import { DEFAULT_MODEL, type Answer } from '@app/contracts';
import { expect } from '@jest/globals';
import { CloseImage } from '../../../src/modules/images/generation/closing/close-image.js';
import { claimFirst, type ClaimedGeneration } from '../../../src/modules/images/worker/claiming/claim-rows.js';
import { CreditLedger } from '../../../src/modules/quota/index.js';
import { rows } from '../../../src/platform/database/rows.js';
import type { SignedIn } from '../app.js';
import { foxes, type BatchTests } from './batches.js';
import { delivery } from './delivery.js';
import { expectInvariants } from '../credits/invariants.js';
import { RecordedEvents } from './painting.js';
import { seededDraw } from '../timing/seeded-draw.js';

export interface Crowd {
  people: number;
  rowsEach: number;
  /** Generations that the engine makes at once. */
  slots: number;
  seed: number;
}

/** One of so many turns brings a single request, and a look at the invariants. */
const SINGLE_EVERY = 3;
const LOOK_EVERY = 20;
const FAILED_SHARE = 0.1;

/** A worker with these slots, in which what is claimed stays until `endSome`. */
class CrowdWorker {
  private readonly inHand: ClaimedGeneration[] = [];
  private readonly closing: CloseImage;

  constructor(
    private readonly batches: BatchTests,
    private readonly slots: number,
    private readonly draw: () => number,
  ) {
    const { app, dataSource } = batches.api;
    this.closing = new CloseImage(dataSource, app.get(CreditLedger, { strict: false }), new RecordedEvents());
  }

  async claim(): Promise<void> {
    while (this.inHand.length < this.slots) {
      const claimed = await claimFirst(this.batches.api.dataSource, { [DEFAULT_MODEL]: 'studio' }, 3_600);
      if (claimed === null) return;
      if (claimed !== 'lost') this.inHand.push(claimed);
    }
  }

  /** At least one, if there is one. */
  async endSome(): Promise<void> {
    const count = Math.ceil(this.draw() * this.inHand.length);
    for (const { images, attempt } of this.inHand.splice(0, count)) {
      for (const { id, generationId, userId } of images) {
        const image = { id, generationId, userId };
        const isClosed =
          this.draw() < FAILED_SHARE
            ? await this.closing.fail(image, { attempt }, 'ENGINE_FAILED')
            : await this.closing.deliver(image, attempt, delivery());
        expect(isClosed).toBe(true);
      }
    }
  }
}

/** Rows that were released, of each batch that still has waiting ones. */
const releasedOfWaiting = async ({ api }: BatchTests): Promise<number[]> =>
  (
    await rows<{ released: number }>(
      api.dataSource,
      `select count(generation_id) as released from batch_rows r join batches b on b.id = r.batch_id
        where b.status = 'running' group by b.id having count(*) > count(generation_id)`,
    )
  ).map(({ released }) => released);

const countOpen = async ({ api }: BatchTests): Promise<number> =>
  (await rows(api.dataSource, `select 1 from generations where status in ('pending', 'processing')`)).length;

/** A single request finds at most what the engine's slots hold before it. */
async function expectSoon(batches: BatchTests, by: SignedIn, slots: number): Promise<void> {
  const singles = await rows(
    batches.api.dataSource,
    `select 1 from generations where user_id = $1 and status = 'pending'`,
    [by.userId],
  );
  const { status, body } = await batches.api.post<Answer<'images.generate'>>('/images/generate', {
    token: by.token,
    body: { prompt: 'a single one' },
  });
  expect(status).toBe(202);
  expect(body.data.queue?.position).toBeLessThanOrEqual(slots + singles.length + 1);
}

/**
 * Batches of many people at once beside single requests, until all are completed. Rows fill free slots only, people take
 * turns, and the invariants hold on the way. Answers how many rows ended.
 */
export async function runCrowd(batches: BatchTests, { people, rowsEach, slots, seed }: Crowd): Promise<number> {
  const draw = seededDraw(seed);
  const worker = new CrowdWorker(batches, slots, draw);
  const single = await batches.person({ plan: 'free' });
  for (let n = 0; n < people; n += 1) await batches.start(await batches.person(), foxes(rowsEach));
  await batches.freeSlots(slots);
  for (let turn = 0; (await releasedOfWaiting(batches)).length > 0 || (await countOpen(batches)) > 0; turn += 1) {
    if (turn % SINGLE_EVERY === 0) await expectSoon(batches, single, slots);
    const open = await countOpen(batches);
    expect(await batches.dispatch()).toBeLessThanOrEqual(Math.max(0, slots - open));
    const released = await releasedOfWaiting(batches);
    if (released.length > 0) expect(Math.max(...released) - Math.min(...released)).toBeLessThanOrEqual(1);
    await worker.claim();
    await worker.endSome();
    if (turn % LOOK_EVERY === 0) await expectInvariants(batches.api.dataSource);
  }
  await batches.dispatch();
  const statuses = await rows(batches.api.dataSource, `select distinct status from batches`);
  expect(statuses).toEqual([{ status: 'completed' }]);
  const ended = await rows(
    batches.api.dataSource,
    `select 1 from batch_rows where end_status in ('completed', 'failed') and generation_id is not null`,
  );
  return ended.length;
}
