import { expect, test } from '@jest/globals';
import { createUser, creditLedger, giveUnits, submitImages } from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { inParallel } from '../../../../test/support/timing/in-parallel.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { RACE_ROUNDS } from '../../../../test/support/timing/race-rounds.js';
import { changed, row, rows } from '../../../platform/database/rows.js';

const WIDTH = 20;
const USERS = RACE_ROUNDS;
const PRICE = 35;

const db = useDatabase(WIDTH);
const ledger = creditLedger(db.dataSource);

/** Users with money for two images and five units that are too few for a third. */
async function usersWithMoneyForTwo(count: number): Promise<string[]> {
  return inParallel(
    WIDTH,
    Array.from({ length: count }, () => async () => {
      const userId = await createUser(db.dataSource);
      // Two grants, so that images are paid from both.
      await giveUnits(db.dataSource, userId, 50, 1000);
      await giveUnits(db.dataSource, userId, 25);
      return userId;
    }),
  );
}

interface Outcome {
  accepted: number;
  negative: number;
}

/** What is right for `users` with money for two each. */
const affordable = (users: number): Outcome => ({ accepted: users * 2, negative: 0 });

test('of 20 submissions at once of each user with credits for two, exactly two each are accepted', async () => {
  const users = await usersWithMoneyForTwo(USERS);
  const requests = users.flatMap((userId) => Array.from({ length: 20 }, () => () => submitImages(ledger, userId)));
  const answers = await inParallel(WIDTH, requests);
  const [{ negative } = { negative: -1 }] = await rows<{ negative: number }>(
    db.dataSource,
    `select count(*) filter (where available < 0) as negative from credit_accounts`,
  );
  expect({ accepted: answers.filter(Boolean).length, negative }).toEqual(affordable(USERS));
  const perUser = await rows<{ available: number; reserved: number; accounts: number }>(
    db.dataSource,
    `select available, reserved, count(*) as accounts from credit_accounts where user_id = any($1) group by 1, 2`,
    [users],
  );
  expect(perUser).toEqual([{ available: 5, reserved: 2 * PRICE, accounts: USERS }]);
  await expectInvariants(db.dataSource);
});

test('of 60 submissions at once of one user with credits for 40, exactly 40 are accepted', async () => {
  const userId = await createUser(db.dataSource);
  await giveUnits(db.dataSource, userId, 40 * PRICE);
  const requests = Array.from({ length: 60 }, () => () => submitImages(ledger, userId));
  const answers = await inParallel(WIDTH, requests);
  expect(answers.filter(Boolean)).toHaveLength(40);
  expect(await ledger.balance(db.dataSource, userId)).toEqual({ availableUnits: 0, reservedUnits: 40 * PRICE });
  await expectInvariants(db.dataSource);
});

/** Looks at the balance, does the work, deducts: what a ledger must not do. On accounts of its own, without a CHECK. */
async function readThenWrite(users: string[], perUser: number): Promise<Outcome> {
  await rows(db.dataSource, `create table naive_accounts (user_id uuid primary key, available bigint not null)`);
  await rows(db.dataSource, `insert into naive_accounts select u, 75 from unnest($1::uuid[]) u`, [users]);
  const requests = users.flatMap((userId) => Array.from({ length: perUser }, () => userId));
  const looks = await inParallel(
    WIDTH,
    requests.map((userId) => async () => {
      const account = await row<{ available: number }>(
        db.dataSource,
        `select available from naive_accounts where user_id = $1`,
        [userId],
      );
      return (account?.available ?? 0) >= PRICE;
    }),
  );
  const writes = await inParallel(
    WIDTH,
    requests.map(
      (userId, index) => async () =>
        looks[index]
          ? changed(db.dataSource, `update naive_accounts set available = available - $2 where user_id = $1`, [
              userId,
              PRICE,
            ])
          : 0,
    ),
  );
  const negative = await rows(db.dataSource, `select 1 from naive_accounts where available < 0`);
  return { accepted: writes.filter((count) => count === 1).length, negative: negative.length };
}

test('the same measure catches a ledger that reads first and writes later', async () => {
  const users = await usersWithMoneyForTwo(10);
  const outcome = await readThenWrite(users, 20);
  expect(outcome).not.toEqual(affordable(10));
  expect(outcome).toEqual({ accepted: 200, negative: 10 });
});
