import { DEFAULT_MODEL } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { useDatabase } from '../../../../test/support/database.js';
import { enginesOf, FakeEngine } from '../../../../test/support/fake-engine.js';
import { testConfig } from '../../../../test/support/config.js';
import { rows } from '../../../platform/database/rows.js';
import { SlotReporter } from './slot-reporter.js';
import { slotsPerEngine } from './slots-per-engine.js';

const db = useDatabase();

const reporter = (concurrency: number): SlotReporter =>
  new SlotReporter(
    db.dataSource,
    testConfig({ WORKER_CONCURRENCY: String(concurrency) }),
    enginesOf({ [DEFAULT_MODEL]: new FakeEngine() }),
  );
const slots = () =>
  rows<{ slots: number }>(db.dataSource, `select slots from worker_slots where until > now() order by 1`);

test('a worker reports its slots once, keeps them alive, and takes them back when it stops', async () => {
  const [one, two] = [reporter(3), reporter(5)];
  await one.run();
  await two.run();
  await rows(db.dataSource, `update worker_slots set until = now() - interval '1 s'`);
  expect(await slots()).toEqual([]);
  await one.run();
  await two.run();
  expect(await slots()).toEqual([{ slots: 3 }, { slots: 5 }]);
  await one.onModuleDestroy();
  expect(await slots()).toEqual([{ slots: 5 }]);
});

test('rows of workers that died long ago are deleted', async () => {
  await rows(db.dataSource, `update worker_slots set until = now() - interval '2 hours'`);
  await reporter(2).run();
  expect(await rows(db.dataSource, `select slots from worker_slots`)).toEqual([{ slots: 2 }]);
});

test.each([
  [4, { a: 'studio', b: 'studio' }, 4],
  [4, { a: 'studio', b: 'webui' }, 3],
  [1, { a: 'studio', b: 'webui' }, 1],
] as const)('of %i slots, each engine of %o may take %i', (concurrency, engineByModel, expected) => {
  expect(slotsPerEngine(concurrency, engineByModel)).toBe(expected);
});
