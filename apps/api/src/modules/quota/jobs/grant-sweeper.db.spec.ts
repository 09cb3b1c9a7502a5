import { afterEach, expect, test } from '@jest/globals';
import { createUser } from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { untilBlocked } from '../../../../test/support/database/database-locks.js';
import { inParallel } from '../../../../test/support/timing/in-parallel.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { rows } from '../../../platform/database/rows.js';
import { lockAccount } from '../persistence/accounts.js';
import { claimSweep } from '../persistence/grants.js';
import { GrantSweeper } from './grant-sweeper.js';

const db = useDatabase();

afterEach(() => expectInvariants(db.dataSource));

/** Grants as the ledger writes them, in one statement. */
const giveGrants = (userIds: string[], grant: { units: number; seconds: number; count?: number }): Promise<unknown> =>
  rows(
    db.dataSource,
    `with given as (
       insert into credit_grants (user_id, kind, source_key, amount, remaining, expires_at)
       select u, 'adjustment', 'adj:' || gen_random_uuid(), $2::int, $2::int, now() + $3::int * interval '1 s'
         from unnest($1::uuid[]) u, generate_series(1, $4::int) returning id, user_id, source_key
     ), accounts as (
       insert into credit_accounts (user_id, available) select u, $2::int * $4::int from unnest($1::uuid[]) u
       on conflict (user_id) do update set available = credit_accounts.available + excluded.available
     )
     insert into ledger_entries (user_id, kind, d_available, grant_id, key)
     select user_id, 'grant', $2::int, id, 'grant:' || source_key from given`,
    [userIds, grant.units, grant.seconds, grant.count ?? 1],
  );

/** Accounts with 40 units that expired a second ago and 7 that live. */
async function accountsToSweep(count: number): Promise<string[]> {
  const userIds = await inParallel(
    20,
    Array<() => Promise<string>>(count).fill(() => createUser(db.dataSource)),
  );
  await giveGrants(userIds, { units: 40, seconds: -1 });
  await giveGrants(userIds, { units: 7, seconds: 1000 });
  return userIds;
}

const storedUnits = async (userIds: string[]): Promise<number[]> =>
  (
    await rows<{ available: number }>(
      db.dataSource,
      `select distinct available from credit_accounts where user_id = any($1)`,
      [userIds],
    )
  ).map(({ available }) => available);

test('takes back what expired from more accounts than one batch holds, and nothing that lives', async () => {
  const userIds = await accountsToSweep(210);
  expect(await new GrantSweeper(db.dataSource).sweep()).toBe(210);
  expect(await storedUnits(userIds)).toEqual([7]);
  expect(await new GrantSweeper(db.dataSource).sweep()).toBe(0);
});

test('finishes with an account that has more expired grants than one batch holds', async () => {
  const [busy = ''] = await accountsToSweep(1);
  await giveGrants([busy], { units: 1, seconds: -1, count: 210 });
  const [idle = ''] = await accountsToSweep(1);
  await new GrantSweeper(db.dataSource).sweep();
  expect(await storedUnits([busy, idle])).toEqual([7]);
});

test('passes over an account in use instead of waiting for it, and takes it the next time', async () => {
  const [busy = '', idle = ''] = await accountsToSweep(2);
  const sweeper = new GrantSweeper(db.dataSource);
  await db.dataSource.transaction(async (tx) => {
    await lockAccount(tx, busy);
    expect(await sweeper.sweep()).toBe(1);
  });
  expect(await storedUnits([idle])).toEqual([7]);
  expect(await storedUnits([busy])).toEqual([47]);
  expect(await sweeper.sweep()).toBe(1);
  expect(await storedUnits([busy])).toEqual([7]);
});

test('leaves the work to another process that sweeps at this moment', async () => {
  const userIds = await accountsToSweep(1);
  const sweeper = new GrantSweeper(db.dataSource);
  await db.dataSource.transaction(async (tx) => {
    expect(await claimSweep(tx)).toBe(true);
    expect(await sweeper.sweep()).toBe(0);
  });
  expect(await storedUnits(userIds)).toEqual([47]);
  expect(await sweeper.sweep()).toBe(1);
});

test('sweeps at boot, and lets its batch finish before the process lets go of the database', async () => {
  const userIds = await accountsToSweep(1);
  const sweeper = new GrantSweeper(db.dataSource);
  const stopped = { yet: false };
  const stopping = await db.dataSource.transaction(async (tx) => {
    await rows(tx, `lock table credit_grants in access exclusive mode`);
    sweeper.onApplicationBootstrap();
    await untilBlocked(tx);
    const stop = sweeper.onModuleDestroy().then(() => {
      stopped.yet = true;
    });
    await rows(tx, `select 1`);
    expect(stopped.yet).toBe(false);
    return { stop };
  });
  await stopping.stop;
  expect(await storedUnits(userIds)).toEqual([7]);
});

test('begins no further batch once the process winds down', async () => {
  const userIds = await accountsToSweep(1);
  const sweeper = new GrantSweeper(db.dataSource);
  await sweeper.onModuleDestroy();
  expect(await sweeper.sweep()).toBe(0);
  expect(await storedUnits(userIds)).toEqual([47]);
  await new GrantSweeper(db.dataSource).sweep();
});
