import { afterEach, expect, test } from '@jest/globals';
import { acceptance as acceptanceOf, orderOf } from '../../../../test/support/acceptance.js';
import { databaseChecksum } from '../../../../test/support/checksum.js';
import { giveUnits } from '../../../../test/support/credits.js';
import { useDatabase } from '../../../../test/support/database.js';
import { expectInvariants } from '../../../../test/support/invariants.js';
import type { CreditLedger } from '../../quota/index.js';
import type { AcceptGeneration, Order } from './accept-generation.js';

const db = useDatabase();
afterEach(() => expectInvariants(db.dataSource));

const order = (): Promise<Order> => orderOf(db.dataSource, { plan: 'pro', units: 70, count: 2 });
const acceptance = (change?: Partial<CreditLedger>): AcceptGeneration => acceptanceOf(db.dataSource, change);

const STEPS = ['debit', 'hold'] as const;

test.each(STEPS)(
  'a process that dies at the step "%s" leaves nothing, and the request can be sent again',
  async (step) => {
    const wanted = await order();
    const before = await databaseChecksum(db.dataSource);
    const dying = acceptance({
      [step]: async () => {
        throw new Error('gone');
      },
    });
    await expect(dying.accept(wanted)).rejects.toThrow('gone');
    expect(await databaseChecksum(db.dataSource)).toEqual(before);
    const first = await acceptance().accept(wanted);
    expect(first.isNew).toBe(true);
    expect(await acceptance().accept(wanted)).toEqual({ generationId: first.generationId, isNew: false });
  },
);

test('whoever cannot pay is refused before anything is written, not by what comes later', async () => {
  const wanted = await order();
  await giveUnits(db.dataSource, wanted.userId, 1000);
  let held = 0;
  const refusing = acceptance({
    debit: () => Promise.resolve(false),
    hold: () => {
      held += 1;
      return Promise.resolve();
    },
  });
  await expect(refusing.accept(wanted)).rejects.toThrow('INSUFFICIENT_CREDITS');
  expect(held).toBe(0);
});

test('two processes that get the same request at once accept it once', async () => {
  const wanted = await order();
  const processes = Array.from({ length: 8 }, () => acceptance());
  const accepted = await Promise.all(processes.map((process) => process.accept(wanted)));
  expect(accepted.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(accepted.map(({ generationId }) => generationId)).size).toBe(1);
});

test('two processes that get twenty requests accept what the credits pay for', async () => {
  const wanted = { ...(await order()), idempotencyKey: null };
  await giveUnits(db.dataSource, wanted.userId, 70);
  const processes = [acceptance(), acceptance(), acceptance()];
  const requests = processes.flatMap((process) => Array.from({ length: 7 }, () => process.accept(wanted)));
  const results = await Promise.allSettled(requests);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  const refusals = results
    .filter((result) => result.status === 'rejected')
    .map(({ reason }) => (reason as Error).message);
  expect(new Set(refusals)).toEqual(new Set(['INSUFFICIENT_CREDITS']));
});
