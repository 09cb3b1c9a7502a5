import { expect, test } from '@jest/globals';
import { useDatabase } from '../../../../test/support/database/database.js';
import { FakeEngine, moveDeadline, show, submit, useWorkers } from '../../../../test/support/images/painting.js';
import { readGeneration } from '../generation/generation-reads.js';
import { waitingGenerations } from './claiming/waiting-rows.js';
import { GenerateImages } from './generate-images.js';
import { Sweeper } from './recovery/sweeper.js';

const db = useDatabase();
const workers = useWorkers(db.dataSource);
const ENDED = { status: 'failed', attempt: 0, images: ['failed DEADLINE_EXCEEDED'], available: 35, reserved: 0 };

test('a generation too close to its deadline is not begun: no attempt, no call, and its credits return', async () => {
  const { module, engine } = await workers.make();
  const { id } = await submit(db.dataSource, { deadlineSeconds: 4 });
  expect(await module.get(GenerateImages).run(new AbortController().signal)).toBe(false);
  expect(await waitingGenerations(db.dataSource, 0, 10)).toEqual([]);
  expect(engine.calls).toEqual([]);
  await moveDeadline(db.dataSource, id, -1);
  await module.get(Sweeper).sweep();
  expect(await show(db.dataSource, id)).toMatchObject(ENDED);
});

test('one that comes too close to it while it waits for the engine is ended without a call', async () => {
  const engine = new FakeEngine();
  const { run } = await workers.make({ engine, times: { leastGeneratingMs: 1_000_000 } });
  const { id } = await submit(db.dataSource);
  await run(id);
  expect(engine.calls).toEqual([]);
  expect(await show(db.dataSource, id)).toMatchObject({ ...ENDED, attempt: 1 });
});

test('one that is not begun any more is ahead of none in the queue', async () => {
  const [first, second] = [await submit(db.dataSource), await submit(db.dataSource)];
  const ahead = async (): Promise<unknown> =>
    (await readGeneration(db.dataSource, second.userId, second.id))?.generation.queue?.generations_ahead;
  expect(await ahead()).toBe(1);
  await moveDeadline(db.dataSource, first.id, 4);
  expect(await ahead()).toBe(0);
  const { module } = await workers.make();
  for (const { id } of [first, second]) await moveDeadline(db.dataSource, id, -1);
  await module.get(Sweeper).sweep();
});
