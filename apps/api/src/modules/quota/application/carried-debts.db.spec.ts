import { afterEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { testConfig } from '../../../../test/support/config.js';
import {
  closeImage,
  createUser,
  creditLedger,
  giveUnits,
  submitImages,
} from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { row } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AccountErasers } from '../../users/index.js';
import { erasePerson } from '../../users/persistence/account-removals.js';
import { AllowanceOwners } from './allowance-owners.js';
import { EraseCredits } from './erase-credits.js';

const db = useDatabase();
const ledger = creditLedger(db.dataSource);
const eraser = new EraseCredits(new AccountErasers(), new AllowanceOwners(testConfig()));
const PRICE = 35;

afterEach(() => expectInvariants(db.dataSource));

interface Buyer {
  userId: string;
  subject: string;
  sourceKey: string;
}

/** Somebody who has spent the price of an image from the credits of a plan. */
async function spender(): Promise<Buyer> {
  const subject = randomUUID();
  const userId = await createUser(db.dataSource, { plan: 'pro', subject });
  const sourceKey = `plan:${randomUUID()}`;
  const month = { userId, kind: 'plan_month', sourceKey, units: 100, expiresAt: null } as const;
  await inTransaction(db.dataSource, (tx) => ledger.grant(tx, month));
  const [imageId = ''] = (await submitImages(ledger, userId)) ?? [];
  await closeImage(db.dataSource, ledger, { userId, imageId, delivered: true });
  return { userId, subject, sourceKey };
}
const revoke = ({ userId, sourceKey }: Buyer) =>
  inTransaction(db.dataSource, (tx) => ledger.revoke(tx, userId, sourceKey));
/** As the removal of the account does; again, as its sweeper does. */
async function remove(userId: string): Promise<void> {
  for (let pass = 0; pass < 2; pass += 1)
    await inTransaction(db.dataSource, async (tx) => {
      await eraser.endInTransaction(tx, userId);
      await erasePerson(tx, userId);
    });
}
const debt = (userId: string) => ledger.debt(db.dataSource, userId);
const available = async (userId: string) => (await ledger.balance(db.dataSource, userId)).availableUnits;

test('a debt is found again when the identity of a removed account returns, and its next grant repays it', async () => {
  const buyer = await spender();
  await revoke(buyer);
  await remove(buyer.userId);
  const userId = await createUser(db.dataSource, { subject: buyer.subject });
  expect(await debt(userId)).toBe(PRICE);
  await giveUnits(db.dataSource, userId, 20);
  expect([await debt(userId), await available(userId)]).toEqual([PRICE - 20, 0]);
  await giveUnits(db.dataSource, userId, 20);
  expect([await debt(userId), await available(userId)]).toEqual([0, 5]);
});

test('a payment that is disputed after its account was removed burdens the account that returned', async () => {
  const buyer = await spender();
  await remove(buyer.userId);
  const userId = await createUser(db.dataSource, { subject: buyer.subject });
  await giveUnits(db.dataSource, userId, 50);
  await revoke(buyer);
  expect(await debt(userId)).toBe(PRICE);
  await giveUnits(db.dataSource, userId, 50);
  expect([await debt(userId), await available(userId)]).toEqual([0, 65]);
});

test('the free month of an account that returned repays the debt first', async () => {
  const buyer = await spender();
  await revoke(buyer);
  await remove(buyer.userId);
  const userId = await createUser(db.dataSource, { subject: buyer.subject });
  await ledger.ensureAllowance(userId);
  expect([await debt(userId), await available(userId)]).toEqual([0, 50 - PRICE]);
});

test('a debt that was carried once is carried on by the next removal', async () => {
  const buyer = await spender();
  await revoke(buyer);
  await remove(buyer.userId);
  const second = await createUser(db.dataSource, { subject: buyer.subject });
  await giveUnits(db.dataSource, second, 10);
  await remove(second);
  const third = await createUser(db.dataSource, { subject: buyer.subject });
  expect(await debt(third)).toBe(PRICE - 10);
});

test('is nobody else’s, and grants at once carry it once', async () => {
  const buyer = await spender();
  await revoke(buyer);
  await remove(buyer.userId);
  expect(await debt(await createUser(db.dataSource))).toBe(0);
  const userId = await createUser(db.dataSource, { subject: buyer.subject });
  await Promise.all(Array.from({ length: 6 }, () => giveUnits(db.dataSource, userId, 10)));
  expect([await debt(userId), await available(userId)]).toEqual([0, 60 - PRICE]);
});

test('an account that has neither bought nor owes leaves no mark', async () => {
  const userId = await createUser(db.dataSource);
  await giveUnits(db.dataSource, userId, 10);
  await remove(userId);
  expect(await row(db.dataSource, `select 1 from debtor_marks where user_id = $1`, [userId])).toBeNull();
});
