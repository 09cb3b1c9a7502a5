import { expect, test } from '@jest/globals';
import { describeStatement } from './describe-statement.js';

test.each([
  ['START TRANSACTION', 'begin'],
  ['COMMIT', 'commit'],
  ['ROLLBACK', 'rollback'],
  ['select pg_try_advisory_xact_lock(1, 2) as claimed', 'lock the sweep'],
  ['\n  insert into leases (name) values ($1) on conflict (name) do update set owner = $2', 'acquire the lease'],
  ['update leases set until = now() where name = $1', 'renew the lease'],
  ['delete from leases where name = $1', 'release the lease'],
  ['select user_id from credit_accounts where user_id = $1 for no key update', 'lock credit_accounts'],
  ['select 1 from images where id = $1', 'read images'],
  ['select extract(epoch from open_until - now()) from engine_health', 'read engine_health'],
  ['update credit_accounts set available = 1', 'write credit_accounts'],
  ['UPDATE "images" SET "status" = $1 WHERE "id" IN ($2)', 'write images'],
  ['DELETE FROM "leases" WHERE "name" = $1', 'release the lease'],
  ['SELECT "c"."user_id" AS "c_user_id" FROM "gallery_counters" "c" FOR NO KEY UPDATE', 'lock gallery_counters'],
  [
    'with a as (insert into holds (x) select 1), b as (update credit_grants g set x = 1) insert into ledger_entries as l (x) values (1) on conflict (x) do update set x = 2',
    'write holds, credit_grants, ledger_entries',
  ],
])('%s', (sql, step) => {
  expect(describeStatement(sql)).toBe(step);
});
