import { getQueueToken } from '@nestjs/bull';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Queue } from 'bull';
import { EventEmitter, once } from 'node:events';
import { claimGeneration } from '../../../../../test/support/images/claim.js';
import { useDatabase } from '../../../../../test/support/database/database.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import {
  createWorker,
  expireLease,
  goodImage,
  moveDeadline,
  show,
  submit,
  temporaryStorage,
  type TestWorker,
  STUDIO_PAINTS,
} from '../../../../../test/support/images/painting.js';
import { row, rows } from '../../../../platform/database/rows.js';
import type { Storage } from '../../../../platform/storage/storage.port.js';
import { EngineError } from '../../engines/image-engine.port.js';
import { PurgeImages } from '../../files/clean-up/purge-images.js';
import { thumbnailKey } from '../../files/object-keys.js';
import { PRODUCER_QUEUE } from '../../generation/queue/generation-queue-ends.js';
import { Sweeper } from './sweeper.js';
import { overdueImages } from '../claiming/waiting-rows.js';

const db = useDatabase();
let workers: TestWorker[] = [];
let storage: Storage;
let removeStorage: () => Promise<void>;
/** All of one installation. */
const env = { INSTALLATION_ID: `s${Date.now().toString(36)}` };

const making = (count: number): Promise<TestWorker[]> =>
  Promise.all(Array.from({ length: count }, () => createWorker(db.dataSource, { storage, env })));

beforeAll(async () => {
  ({ storage, remove: removeStorage } = await temporaryStorage());
});
beforeEach(async () => {
  workers = await making(1);
  await queue().obliterate({ force: true });
  await rows(db.dataSource, `truncate object_deletions`);
});
afterEach(async () => {
  for (const { module } of workers) await module.close();
  await expectInvariants(db.dataSource);
});
afterAll(() => removeStorage());

const sweeper = (i = 0): Sweeper => workers[i]!.module.get(Sweeper);
const purging = (i = 0): PurgeImages => workers[i]!.module.get(PurgeImages);
const queue = (): Queue => workers[0]!.module.get(getQueueToken(PRODUCER_QUEUE));
const enqueued = async (): Promise<string[]> => (await queue().getWaiting()).map(({ id }) => String(id));
const age = (id: string, seconds: number): Promise<unknown> =>
  rows(
    db.dataSource,
    `update generations set created_at = now() - $2 * interval '1 s', deadline = deadline - $2 * interval '1 s' where id = $1`,
    [id, seconds],
  );

/** A storage whose removals do not return until they are released. */
function heldStorage(): { storage: Storage; reached: Promise<unknown>; letGo: () => void } {
  const events = new EventEmitter();
  const reached = once(events, 'reached');
  const letGo = once(events, 'let go');
  const remove = async (key: string): Promise<void> => {
    events.emit('reached');
    await letGo;
    await storage.remove(key);
  };
  return {
    storage: Object.assign(Object.create(storage) as Storage, { remove }),
    reached,
    letGo: () => void events.emit('let go'),
  };
}

describe('the deadline', () => {
  test('gives back what was never begun, and what was begun and not finished', async () => {
    const never = await submit(db.dataSource, { count: 2 });
    const begun = await submit(db.dataSource, { count: 2 });
    const inTime = await submit(db.dataSource);
    await claimGeneration(db.dataSource, begun.id, STUDIO_PAINTS, 300);
    for (const { id } of [never, begun]) await moveDeadline(db.dataSource, id, -1);
    expect(await sweeper().sweep()).toMatchObject({ failed: 4 });
    for (const { id } of [never, begun]) {
      expect(await show(db.dataSource, id)).toMatchObject({
        status: 'failed',
        errorCode: 'DEADLINE_EXCEEDED',
        images: ['failed DEADLINE_EXCEEDED', 'failed DEADLINE_EXCEEDED'],
        available: 70,
        reserved: 0,
      });
    }
    expect(await show(db.dataSource, inTime.id)).toMatchObject({ status: 'pending', reserved: 35 });
    expect(workers[0]?.events.named('quota')).toHaveLength(4);
    await moveDeadline(db.dataSource, inTime.id, -1);
    await sweeper().sweep();
  });

  test('of a generation of which some images were delivered leaves those', async () => {
    const { id } = await submit(db.dataSource, { count: 2 });
    const made = workers[0]!;
    made.engine.answer = (request) =>
      request.seed === 100 ? Promise.reject(new EngineError('ENGINE_BUSY', 'later')) : goodImage(request);
    await made.run(id);
    await moveDeadline(db.dataSource, id, -1);
    await sweeper().sweep();
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'completed',
      images: ['failed DEADLINE_EXCEEDED', 'completed'],
      available: 35,
    });
  });

  test('gives back in one sweep whatever has piled up', async () => {
    const { id, userId } = await submit(db.dataSource, { count: 3 });
    await moveDeadline(db.dataSource, id, -1);
    const first = { id, generationId: id, userId, seed: 1, width: 64, height: 64 };
    expect(await overdueImages(db.dataSource, 2)).toHaveLength(2);
    expect((await overdueImages(db.dataSource, 9))[0]).toMatchObject({ ...first, seed: 100 });
    expect(await sweeper().sweep()).toMatchObject({ failed: 3 });
  });

  test('gives back although a storage does not answer those who remove files', async () => {
    await rows(db.dataSource, `insert into object_deletions (object_key) values ('pictures/2026/11/a/1-aaaaaaaa.png')`);
    const held = heldStorage();
    const worker = await createWorker(db.dataSource, { storage: held.storage, env });
    workers.push(worker);
    const stuck = worker.module.get(PurgeImages).run();
    await held.reached;
    const { id } = await submit(db.dataSource, { count: 2 });
    await moveDeadline(db.dataSource, id, -1);
    expect(await worker.module.get(Sweeper).sweep()).toMatchObject({ failed: 2 });
    expect(await show(db.dataSource, id)).toMatchObject({ available: 70, reserved: 0 });
    held.letGo();
    expect(await stuck).toEqual({ purged: 0, removed: 1 });
  });

  test('four sweepers at once return each hold once', async () => {
    workers.push(...(await making(3)));
    const generations = await Promise.all(Array.from({ length: 20 }, () => submit(db.dataSource, { count: 2 })));
    for (const { id } of generations) await moveDeadline(db.dataSource, id, -1);
    const swept = await Promise.all([0, 1, 2, 3].map((i) => sweeper(i).sweep()));
    const again = await Promise.all([0, 1, 2, 3].map((i) => sweeper(i).sweep()));
    const total = [...swept, ...again].reduce((sum, result) => sum + (result?.failed ?? 0), 0);
    expect(total).toBe(40);
    for (const { id } of generations)
      expect(await show(db.dataSource, id)).toMatchObject({ available: 70, reserved: 0 });
  });
});

test('one process sweeps at a time, and when it is gone the next one does', async () => {
  await rows(db.dataSource, `insert into leases values ('sweep', gen_random_uuid(), now() + interval '1 hour')`);
  expect(await sweeper().sweep()).toBeNull();
  await rows(db.dataSource, `update leases set until = now()`);
  expect(await sweeper().sweep()).toEqual({ failed: 0, enqueued: 0 });
});

describe('work that nobody heard of', () => {
  test('is enqueued again: what waits too long, and what a worker left', async () => {
    const young = await submit(db.dataSource);
    const old = await submit(db.dataSource, { priority: 10 });
    const left = await submit(db.dataSource, { priority: 1 });
    await age(old.id, 16);
    await claimGeneration(db.dataSource, left.id, STUDIO_PAINTS, 300);
    expect(await sweeper().sweep()).toMatchObject({ enqueued: 1 });
    await expireLease(db.dataSource, left.id);
    expect(await overdueImages(db.dataSource, 9)).toEqual([]);
    expect(await sweeper().sweep()).toMatchObject({ enqueued: 2 });
    expect((await enqueued()).sort()).toEqual([`gen:${old.id}:0`, `gen:${left.id}:1`].sort());
    for (const { id } of [young, old, left]) {
      await moveDeadline(db.dataSource, id, -1);
      await sweeper().sweep();
    }
  });

  test('is not enqueued when it is out of attempts: it is given up', async () => {
    const { id } = await submit(db.dataSource);
    await claimGeneration(db.dataSource, id, STUDIO_PAINTS, 300);
    await rows(db.dataSource, `update generations set attempt = 3 where id = $1`, [id]);
    expect(await overdueImages(db.dataSource, 9)).toEqual([]);
    expect(await sweeper().sweep()).toMatchObject({ failed: 0, enqueued: 0 });
    await expireLease(db.dataSource, id);
    expect(await sweeper().sweep()).toMatchObject({ failed: 1, enqueued: 0 });
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'failed',
      errorCode: 'ENGINE_FAILED',
      available: 35,
    });
  });
});

describe('objects whose time has come', () => {
  const remaining = (key: string) =>
    row<{ done: boolean }>(
      db.dataSource,
      `select done_at is not null as done from object_deletions where object_key = $1`,
      [key],
    );
  const put = async (key: string): Promise<void> => {
    for (const name of [key, thumbnailKey(key, 320), thumbnailKey(key, 1024)])
      await storage.put(name, Buffer.from('x'), 'image/png');
  };
  const schedule = (key: string, seconds: number): Promise<unknown> =>
    rows(db.dataSource, `insert into object_deletions (object_key, due_at) values ($1, now() + $2 * interval '1 s')`, [
      key,
      seconds,
    ]);

  test('are removed with their thumbnails, once; others stay', async () => {
    const [due, later] = ['pictures/2026/11/a/1-aaaaaaaa.png', 'pictures/2026/11/b/1-bbbbbbbb.png'] as const;
    workers.push(...(await making(1)));
    for (const key of [due, later]) await put(key);
    await schedule(due, -1);
    await schedule(later, 60);
    expect(await purging().run()).toMatchObject({ removed: 1 });
    expect(await purging(1).run()).toMatchObject({ removed: 0 });
    expect([await storage.stat(due), await storage.stat(thumbnailKey(due, 320))]).toEqual([null, null]);
    expect((await storage.stat(thumbnailKey(later, 320)))?.bytes).toBe(1);
    expect([await remaining(due), await remaining(later)]).toEqual([{ done: true }, { done: false }]);
  });

  test('are never removed while an image that can be seen has them', async () => {
    const { id } = await submit(db.dataSource);
    await workers[0]!.run(id);
    const image = await row<{ key: string }>(db.dataSource, `select object_key as key from images where id = $1`, [id]);
    await schedule(image?.key ?? '', -1);
    expect(await purging().run()).toMatchObject({ removed: 0 });
    await rows(db.dataSource, `update images set deleted_at = now() where id = $1`, [id]);
    expect(await purging().run()).toMatchObject({ removed: 1 });
  });
});
