import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { acceptance as acceptanceOf, orderOf } from '../../../../test/support/acceptance.js';
import { databaseChecksum } from '../../../../test/support/checksum.js';
import { testConfig } from '../../../../test/support/config.js';
import { creditLedger, giveUnits } from '../../../../test/support/credits.js';
import { useDatabase } from '../../../../test/support/database.js';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { whileCreditsMove } from '../../../../test/support/while-credits-move.js';
import { rows } from '../../../platform/database/rows.js';
import type { CreditLedger } from '../../quota/index.js';
import { readGeneration } from '../persistence/read-generation.js';
import { insertGeneration } from '../persistence/submissions.js';
import type { AcceptGeneration, Order } from './accept-generation.js';

const db = useDatabase();
afterEach(async () => {
  jest.restoreAllMocks();
  await expectInvariants(db.dataSource);
});

const order = (): Promise<Order> => orderOf(db.dataSource, { plan: 'pro', units: 70, count: 2 });
const acceptance = (change?: Partial<CreditLedger>): AcceptGeneration => acceptanceOf(db.dataSource, change);

/** What `refuse` and `accept` do when somebody else moves the person's credits at the same moment. */
const acceptWhileCreditsMove = (wanted: Order, change?: Partial<CreditLedger>) =>
  whileCreditsMove(db.dataSource, wanted.userId, () => acceptance(change).accept(wanted));

/** What another process does that accepts so many requests for one picture. */
const spend = async (tx: EntityManager, { userId, request }: Order, requests: number): Promise<void> => {
  const ledger = creditLedger(db.dataSource);
  for (let n = 0; n < requests; n += 1) {
    expect(await ledger.debit(tx, userId, 35)).toBe(true);
    const imageId = randomUUID();
    await insertGeneration(tx, {
      userId,
      request,
      engine: 'studio',
      idempotencyKey: null,
      bodyHash: null,
      imageIds: [imageId],
      seeds: [1],
      width: 64,
      height: 64,
      priority: 10,
      deadlineSeconds: 240,
    });
    await ledger.hold(tx, userId, [{ imageId, units: 35 }]);
  }
};

test('what nothing speaks against is accepted by one statement, without a transaction around it', async () => {
  const wanted = await order();
  const untouched = () => Promise.reject(new Error('not by one statement'));
  expect((await acceptance({ spend: untouched }).accept(wanted)).written).not.toBeNull();
});

describe('while somebody else moves the same credits', () => {
  test('what they took is not taken again: other grants pay', async () => {
    const wanted = await orderOf(db.dataSource, { plan: 'pro', units: 35, count: 1 });
    const later = await giveUnits(db.dataSource, wanted.userId, 35);
    const { generationId } = await whileCreditsMove(
      db.dataSource,
      wanted.userId,
      () => acceptance().accept(wanted),
      (tx) => spend(tx, wanted, 1),
    );
    const paidBy = `select grant_id as id from hold_lots where image_id = $1`;
    expect(await rows(db.dataSource, paidBy, [generationId])).toEqual([{ id: later }]);
  });

  test('what they began counts as in flight', async () => {
    const wanted = await orderOf(db.dataSource, { plan: 'free', units: 35 * 5, count: 1 });
    const accepting = whileCreditsMove(
      db.dataSource,
      wanted.userId,
      () => acceptance().accept(wanted),
      (tx) => spend(tx, wanted, 4),
    );
    await expect(accepting).rejects.toThrow('TOO_MANY_IN_FLIGHT');
  });

  test('a request is accepted all the same', async () => {
    expect((await acceptWhileCreditsMove(await order())).written).not.toBeNull();
  });
});

describe('what was written is told as it is read afterwards', () => {
  /** A generation of somebody else's, as it is after `change`. */
  const another = async (plan: 'pro' | 'enterprise', change: string): Promise<void> => {
    const { generationId } = await acceptance().accept(await orderOf(db.dataSource, { plan, units: 105, count: 3 }));
    await rows(db.dataSource, `update generations set ${change} where id = $1`, [generationId]);
  };

  /** A line with somebody before and behind, somebody in hand, somebody who is out of time, and a past. */
  const line = async (): Promise<void> => {
    await another('enterprise', `seed = seed`);
    await another('pro', `priority = 99`);
    await another('pro', `status = 'processing', attempt = 1, lease_until = now() + interval '1 minute'`);
    await another('enterprise', `deadline = now() - interval '1 second'`);
    await another('enterprise', `engine = 'webui'`);
    await another('pro', `status = 'completed', started_at = now() - interval '7 seconds', finished_at = now()`);
  };

  test.each([
    ['by one statement', (wanted: Order) => acceptance().accept(wanted)],
    ['under the lock', (wanted: Order) => acceptWhileCreditsMove(wanted)],
  ])('%s', async (_way, accept) => {
    await line();
    const { userId, ...first } = await order();
    const parent = await acceptance().accept({ userId, ...first, idempotencyKey: 'first' });
    await giveUnits(db.dataSource, userId, 70);
    const request = { ...first.request, parentId: parent.generationId, negativePrompt: 'fog', seed: 7 };
    const { generationId, written } = await accept({ userId, ...first, request });
    const found = await readGeneration(db.dataSource, userId, generationId);
    // As open again as their pictures are, and in nobody's hands.
    await rows(db.dataSource, `update generations set status = 'pending', lease_until = null, finished_at = null`);
    const [told, read] = [written?.generation, found?.generation];
    expect(told).toEqual({ ...read, line: { ...read?.line, left: told?.line?.left } });
    expect(told?.line).toMatchObject({ running: 1, elapsed: 0, left: 240 });
    expect(told?.line?.generations_ahead).toBeGreaterThan(1);
    expect(told?.line?.pictures_ahead).toBeGreaterThan(told?.line?.generations_ahead ?? 0);
    expect(told?.line?.seconds_per_picture).toBeCloseTo(7 / 3);
    expect(Math.abs((written?.now ?? 0) - (found?.now ?? 0))).toBeLessThan(60);
  });
});

const STEPS = ['debit', 'hold'] as const;

test.each(STEPS)(
  'a process that dies at the step "%s" leaves nothing, and the request can be sent again',
  async (step) => {
    const wanted = await order();
    const before = await databaseChecksum(db.dataSource);
    const gone = () => Promise.reject(new Error('gone'));
    await expect(acceptWhileCreditsMove(wanted, { [step]: gone })).rejects.toThrow('gone');
    expect(await databaseChecksum(db.dataSource)).toEqual(before);
    const first = await acceptance().accept(wanted);
    expect(first.written).not.toBeNull();
    expect(await acceptance().accept(wanted)).toEqual({ generationId: first.generationId, written: null });
  },
);

test('whoever cannot pay is refused before anything is written, not by what comes later', async () => {
  const wanted = await order();
  await giveUnits(db.dataSource, wanted.userId, 1000);
  let held = 0;
  const refusing = acceptWhileCreditsMove(wanted, {
    debit: () => Promise.resolve(false),
    hold: () => {
      held += 1;
      return Promise.resolve();
    },
  });
  await expect(refusing).rejects.toThrow('INSUFFICIENT_CREDITS');
  expect(held).toBe(0);
});

test('two processes that get the same request at once accept it once', async () => {
  const wanted = await order();
  const processes = Array.from({ length: 8 }, () => acceptance());
  const accepted = await Promise.all(processes.map((process) => process.accept(wanted)));
  expect(accepted.filter(({ written }) => written)).toHaveLength(1);
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

test('whoever waited long for their turn is sent away, with the time to come back, and nothing is written', async () => {
  const wanted = await order();
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let begun = (): void => undefined;
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const one = acceptance({
    ensureAllowance: () => {
      begun();
      return held;
    },
  });
  const first = one.accept(wanted);
  const second = one.accept({ ...wanted, idempotencyKey: 'another' }).catch((error: unknown) => error);
  await isBegun;
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001);
  letGo();
  expect((await first).written).not.toBeNull();
  expect(await second).toMatchObject({ code: 'BACKLOG_FULL', retryAfter: 10 });
  const written = await rows<{ idem_key: string }>(
    db.dataSource,
    `select idem_key from generations where user_id = $1`,
    [wanted.userId],
  );
  expect(written).toEqual([{ idem_key: 'k' }]);
});

test('a rush of many people leaves half of the connections to everything else', async () => {
  let [atOnce, most] = [0, 0];
  const one = acceptance({
    ensureAllowance: async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await rows(db.dataSource, 'select 1');
      atOnce -= 1;
    },
  });
  const orders = await Promise.all(Array.from({ length: 20 }, order));
  expect((await Promise.all(orders.map((wanted) => one.accept(wanted)))).map(({ written }) => written)).not.toContain(
    null,
  );
  expect(most).toBe(testConfig().database.pool / 2);
});
