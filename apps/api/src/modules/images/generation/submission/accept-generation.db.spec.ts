import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { acceptance as acceptanceOf, orderOf } from '../../../../../test/support/images/acceptance.js';
import { databaseChecksum } from '../../../../../test/support/database/unchanged.js';
import { testConfig } from '../../../../../test/support/config.js';
import { creditLedger, giveUnits } from '../../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../../test/support/database/database.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { whileCreditsMove } from '../../../../../test/support/credits/while-credits-move.js';
import { rows } from '../../../../platform/database/rows.js';
import type { TimedPoolOptions } from '../../../../platform/database/timed-pool.js';
import { toAppError } from '../../../../platform/errors/to-app-error.js';
import type { CreditLedger } from '../../../quota/index.js';
import { readGeneration } from '../generation-reads.js';
import { insertGeneration } from './submission-rows.js';
import type { AcceptGeneration, Order } from './accept-generation.js';

const db = useDatabase();
afterEach(async () => {
  jest.restoreAllMocks();
  await expectInvariants(db.dataSource);
});

const order = (): Promise<Order> => orderOf(db.dataSource, { plan: 'pro', units: 70, count: 2 });
const acceptance = (change?: Partial<CreditLedger>): AcceptGeneration => acceptanceOf(db.dataSource, change);

/** What another process does that accepts so many requests for one image. */
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

describe('while another transaction moves the same credits', () => {
  test('pays from the grants that the other one has left', async () => {
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

  test('counts what the other one began as in flight', async () => {
    const wanted = await orderOf(db.dataSource, { plan: 'free', units: 35 * 5, count: 1 });
    const accepting = whileCreditsMove(
      db.dataSource,
      wanted.userId,
      () => acceptance().accept(wanted),
      (tx) => spend(tx, wanted, 4),
    );
    await expect(accepting).rejects.toThrow('TOO_MANY_IN_FLIGHT');
  });
});

/** Another user's generation after `change`. */
const another = async (plan: 'pro' | 'enterprise', change: string): Promise<void> => {
  const { generationId } = await acceptance().accept(await orderOf(db.dataSource, { plan, units: 105, count: 3 }));
  await rows(db.dataSource, `update generations set ${change} where id = $1`, [generationId]);
};

/** A queue with others before and behind, one in hand, one out of time, and a past. */
const queue = async (): Promise<void> => {
  await another('enterprise', `seed = seed`);
  await another('pro', `priority = 99`);
  await another('pro', `status = 'processing', attempt = 1, lease_until = now() + interval '1 minute'`);
  await another('enterprise', `deadline = now() - interval '1 second'`);
  await another('enterprise', `engine = 'webui'`);
  await another('pro', `status = 'completed', started_at = now() - interval '7 seconds', finished_at = now()`);
};

test('answers a new generation as it is read afterwards, with its place in the queue', async () => {
  await queue();
  const { userId, ...first } = await order();
  const parent = await acceptance().accept({ userId, ...first, idempotencyKey: 'first' });
  await giveUnits(db.dataSource, userId, 70);
  const request = { ...first.request, parentId: parent.generationId, negativePrompt: 'fog', seed: 7 };
  const { generationId, created } = await acceptance().accept({ userId, ...first, request });
  const found = await readGeneration(db.dataSource, userId, generationId);
  await rows(db.dataSource, `update generations set status = 'pending', lease_until = null, finished_at = null`);
  const [answered, read] = [created?.generation, found?.generation];
  expect(answered).toEqual({ ...read, queue: { ...read?.queue, left: answered?.queue?.left } });
  expect(answered).toMatchObject({ prompt: 'a cat', negative_prompt: 'fog', seed: 7, parent_id: parent.generationId });
  expect(answered?.queue).toMatchObject({ running: 1, elapsed: 0, left: 240 });
  expect(answered?.queue?.generations_ahead).toBeGreaterThan(1);
  expect(answered?.queue?.images_ahead).toBeGreaterThan(answered?.queue?.generations_ahead ?? 0);
  expect(answered?.queue?.seconds_per_image).toBeCloseTo(7 / 3);
});

const STEPS = ['debit', 'hold'] as const;

test.each(STEPS)(
  'leaves nothing when the process dies at the step "%s", and accepts the request when it is sent again',
  async (step) => {
    const wanted = await order();
    const before = await databaseChecksum(db.dataSource);
    const gone = () => Promise.reject(new Error('gone'));
    await expect(acceptance({ [step]: gone }).accept(wanted)).rejects.toThrow('gone');
    expect(await databaseChecksum(db.dataSource)).toEqual(before);
    const first = await acceptance().accept(wanted);
    expect(first.created).not.toBeNull();
    expect(await acceptance().accept(wanted)).toEqual({ generationId: first.generationId, created: null });
  },
);

test('refuses before anything is written when the debit fails, though grants would pay', async () => {
  const wanted = await order();
  await giveUnits(db.dataSource, wanted.userId, 1000);
  let held = 0;
  const refusing = acceptance({
    debit: () => Promise.resolve(false),
    hold: () => {
      held += 1;
      return Promise.resolve();
    },
  }).accept(wanted);
  await expect(refusing).rejects.toThrow('INSUFFICIENT_CREDITS');
  expect(held).toBe(0);
});

test('accepts the same request once when several processes get it at once', async () => {
  const wanted = await order();
  const processes = Array.from({ length: 8 }, () => acceptance());
  const accepted = await Promise.all(processes.map((process) => process.accept(wanted)));
  expect(accepted.filter(({ created }) => created)).toHaveLength(1);
  expect(new Set(accepted.map(({ generationId }) => generationId)).size).toBe(1);
});

test('accepts what the credits pay for when three processes get many requests at once', async () => {
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

test('refuses a request that waited too long, with a time to retry, and writes nothing', async () => {
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
  expect((await first).created).not.toBeNull();
  expect(await second).toMatchObject({ code: 'BACKLOG_FULL', retryAfter: 10 });
  const written = await rows<{ idem_key: string }>(
    db.dataSource,
    `select idem_key from generations where user_id = $1`,
    [wanted.userId],
  );
  expect(written).toEqual([{ idem_key: 'k' }]);
});

test('refuses all requests that wait when the database does not answer one', async () => {
  const wanted = await order();
  const others = [{ ...wanted, idempotencyKey: 'another' }, ...(await Promise.all(Array.from({ length: 20 }, order)))];
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const one = acceptance({ ensureAllowance: () => held });
  const running = testConfig().database.pool / 2;
  const accepted = [wanted, ...others].map((asked) => one.accept(asked).catch((error: unknown) => error));
  await setImmediate();
  (db.dataSource.options as { extra: TimedPoolOptions }).extra.queryTimeouts.emit('timeout');
  letGo();
  const refused = (await Promise.all(accepted)).filter((answer) => answer instanceof Error);
  expect(refused).toHaveLength(accepted.length - running);
  expect(refused.map((error) => toAppError(error).code)).toEqual(refused.map(() => 'SERVICE_UNAVAILABLE'));
});

test('leaves half of the connections to everything else while many users submit', async () => {
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
  expect((await Promise.all(orders.map((wanted) => one.accept(wanted)))).map(({ created }) => created)).not.toContain(
    null,
  );
  expect(most).toBe(testConfig().database.pool / 2);
});
