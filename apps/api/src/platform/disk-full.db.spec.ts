import { expect, test } from '@jest/globals';
import { useApp } from '../../test/support/app.js';
import { databaseChecksum } from '../../test/support/database/unchanged.js';
import { giveUnits } from '../../test/support/credits/credits.js';
import { expectInvariants } from '../../test/support/credits/invariants.js';

const api = useApp({ env: { FREE_ALLOWANCE: 'none' } });

const FULL = `
create function disk_is_full() returns trigger language plpgsql as $$
begin
  raise exception 'could not extend file' using errcode = '53100';
end $$;
create trigger disk_is_full before insert on ledger_entries for each statement execute function disk_is_full();`;

test('a database whose disk is full refuses what would be written, whole, reads on, and needs no restart', async () => {
  const { token, userId } = await api.signIn();
  await giveUnits(api.dataSource, userId, 100);
  const ask = () => api.post('/images/generate', { token, body: { prompt: 'a cat' } });
  await api.dataSource.query(FULL);
  const before = await databaseChecksum(api.dataSource);
  const refused = await ask();
  expect([refused.status, refused.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await databaseChecksum(api.dataSource)).toEqual(before);
  for (const path of ['/quota', '/images', '/quota/statement', '/users/profile']) {
    expect([path, (await api.get(path, { token })).status]).toEqual([path, 200]);
  }
  await api.dataSource.query(`drop trigger disk_is_full on ledger_entries`);
  expect((await ask()).status).toBe(202);
  await expectInvariants(api.dataSource);
});
