import { expect, test } from '@jest/globals';
import { createUser, creditLedger, giveUnits, submitImages } from '../../../../test/support/credits.js';
import { testConfig } from '../../../../test/support/config.js';
import { useDatabase } from '../../../../test/support/database.js';
import { rows } from '../../../platform/database/rows.js';
import { EngineSlots } from './engine-slots.js';

const db = useDatabase();

test('an engine has the slots of its living workers, less what is open for it in time', async () => {
  const free = async () => Object.fromEntries(await new EngineSlots(db.dataSource, testConfig()).free());
  const set = (text: string) => rows(db.dataSource, text);
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
