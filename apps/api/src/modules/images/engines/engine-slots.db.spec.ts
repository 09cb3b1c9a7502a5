import { DEFAULT_MODEL } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { testConfig } from '../../../../test/support/config.js';
import { createUser, creditLedger, giveUnits, submitImages } from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { enginesOf, FakeEngine } from '../../../../test/support/images/fake-engine.js';
import { rows } from '../../../platform/database/rows.js';
import { SlotReporter } from '../worker/claiming/slot-reporter.js';
import { slotsPerEngine } from '../worker/claiming/slots-per-engine.js';
import { EngineSlots } from './engine-slots.js';

const db = useDatabase();

const reporter = (concurrency: number, engine = new FakeEngine()): SlotReporter =>
  new SlotReporter(
    db.dataSource,
    testConfig({ WORKER_CONCURRENCY: String(concurrency) }),
    enginesOf({ [DEFAULT_MODEL]: engine }),
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

test('of an engine that makes one image at once, a worker with four slots reports one', async () => {
  await rows(db.dataSource, `delete from worker_slots`);
  await reporter(4, new FakeEngine(1)).run();
  expect(await slots()).toEqual([{ slots: 1 }]);
});

test.each([
  [4, { a: 'studio', b: 'studio' }, 4],
  [4, { a: 'studio', b: 'webui' }, 3],
  [1, { a: 'studio', b: 'webui' }, 1],
] as const)('of %i slots, each engine of %o may take %i', (concurrency, engineByModel, expected) => {
  expect(slotsPerEngine(concurrency, engineByModel)).toBe(expected);
});

test('an engine has the slots of its living workers, less what is open for it in time', async () => {
  const free = async () => Object.fromEntries(await new EngineSlots(db.dataSource, testConfig()).free());
  const set = (text: string) => rows(db.dataSource, text);
  await set(`delete from worker_slots`);
  await set(`insert into worker_slots (worker_id, engine, slots, until) values
    (gen_random_uuid(), 'studio', 3, now() + interval '1 h'), (gen_random_uuid(), 'studio', 2, now() + interval '1 h'),
    (gen_random_uuid(), 'webui', 4, now() + interval '1 h'), (gen_random_uuid(), 'stability', 8, now() - interval '1 s')`);
  const userId = await createUser(db.dataSource);
  await giveUnits(db.dataSource, userId, 1_000);
  const ledger = creditLedger(db.dataSource);
  for (let open = 0; open < 3; open += 1) await submitImages(ledger, userId);
  await set(`update generations set engine = 'studio', deadline = now() + interval '1 h'`);
  expect(await free()).toEqual({ studio: 2, webui: 4 });
  await set(`update generations set engine = 'webui' where id = (select min(id::text)::uuid from generations)`);
  expect(await free()).toEqual({ studio: 3, webui: 3 });
  await set(`update generations set deadline = now() - interval '1 s'`);
  expect(await free()).toEqual({ studio: 5, webui: 4 });
  await set(`update generations set engine = 'webui', deadline = now() + interval '1 h'`);
  await set(`update worker_slots set slots = 1 where engine = 'webui'`);
  expect(await free()).toEqual({ studio: 5, webui: 0 });
  await set(`update generations set status = 'failed', finished_at = now()`);
  expect(await free()).toEqual({ studio: 5, webui: 1 });
});
