import { expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { useDatabase } from '../../../../test/support/database.js';
import { brokenInvariants } from '../../../../test/support/invariants.js';
import {
  FakeEngine,
  goodImage,
  keysOf,
  submit,
  TestFailPoints,
  useWorkers,
  type TestWorker,
} from '../../../../test/support/painting.js';
import { RACE_ROUNDS } from '../../../../test/support/race-rounds.js';
import { until } from '../../../../test/support/until.js';
import { rows } from '../../../platform/database/rows.js';
import { EngineError } from '../engines/image-engine.port.js';
import type { FailStep } from '../shared/fail-points.js';
import { Sweeper } from './recovery/sweeper.js';
import { waitingGenerations } from './claim-rows.js';

const db = useDatabase(30);
const workers = useWorkers(db.dataSource);

const GENERATIONS = RACE_ROUNDS * 2;
const MOST_DEATHS = RACE_ROUNDS / 2;
/** Short, so that the dead are missed soon and sleepers are overtaken. */
const env = { GENERATION_LEASE_SECONDS: '1' };

/** Numbers that look like chance and repeat with their seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Dies now and then, and now and then sleeps longer than its lease, wherever it is. */
class Misfortune extends TestFailPoints {
  static deaths = 0;
  static naps = 0;

  constructor(private readonly next: () => number) {
    super();
  }

  override async reach(step: FailStep): Promise<void> {
    const luck = this.next();
    if (luck < 0.04 && Misfortune.deaths < MOST_DEATHS && !this.isDead) {
      Misfortune.deaths += 1;
      this.dieAt(step);
    } else if (luck < 0.1 && step !== 'renewing') {
      Misfortune.naps += 1;
      await sleep(1_300);
    }
    await super.reach(step);
  }
}

test('with workers that die and sleep at every step, each generation ends once, and everything adds up', async () => {
  const next = chance(20_261_120);
  const engine = new FakeEngine();
  engine.answer = (request) => {
    const luck = next();
    if (luck < 0.05) return Promise.reject(new EngineError('ENGINE_BUSY', '429'));
    return luck < 0.08 ? Promise.reject(new EngineError('CONTENT_REJECTED', 'no')) : goodImage(request);
  };
  const submitted = await Promise.all(
    Array.from({ length: GENERATIONS }, (_, i) => submit(db.dataSource, { count: 1 + (i % 3) })),
  );
  const born = async (): Promise<{ worker: TestWorker; luck: Misfortune }> => {
    const luck = new Misfortune(next);
    return { worker: await workers.make({ engine, env, failPoints: luck }), luck };
  };
  const living = await Promise.all([born(), born(), born()]);
  const sweeper = (await workers.make({ engine, env })).module.get(Sweeper);

  const open = async (): Promise<boolean> =>
    (await rows(db.dataSource, `select 1 from generations where status in ('pending', 'processing') limit 1`)).length >
    0;
  const atWork = new Map<Promise<void>, Misfortune>();
  while (await open()) {
    for (const [i, { luck }] of living.entries()) if (luck.isDead) living[i] = await born();
    for (const [i, { id }] of (await waitingGenerations(db.dataSource, 0, 12)).entries()) {
      const { worker, luck } = living[i % living.length]!;
      const work = worker.run(id).finally(() => atWork.delete(work));
      atWork.set(work, luck);
    }
    await sweeper.sweep();
    expect(await brokenInvariants(db.dataSource)).toEqual({});
    await sleep(30);
  }
  // The dead never end.
  await until(() => [...atWork.values()].every(({ isDead }) => isDead));

  expect(Misfortune.deaths).toBeGreaterThan(0);
  expect(Misfortune.naps).toBeGreaterThan(0);
  const calls = new Map<string, number>();
  for (const { requestId } of engine.calls) calls.set(requestId, (calls.get(requestId) ?? 0) + 1);
  expect(Math.max(...calls.values())).toBe(1);
  const ended = await rows<{ status: string; count: number }>(
    db.dataSource,
    `select status, count(*) from generations group by status`,
  );
  expect(ended.reduce((sum, { count }) => sum + count, 0)).toBe(submitted.length);
  expect(ended.find(({ status }) => status === 'completed')?.count).toBeGreaterThan(0);
  await rows(db.dataSource, `update object_deletions set due_at = now() - interval '1 s'`);
  while (((await sweeper.sweep())?.removed ?? 0) > 0);
  const owned = await rows<{ key: string }>(
    db.dataSource,
    `select object_key as key from images where object_key is not null order by 1`,
  );
  expect(await keysOf(workers.storage)).toEqual(owned.map(({ key }) => key));
});
