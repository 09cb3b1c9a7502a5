import { until } from '@app/api/test-support/until';
import { failureSchema, priceUnits, toCredits } from '@app/contracts';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { restartAfterFault } from '../src/product/faults.js';
import { expectInvariants, expectSettled } from '../src/product/invariants.js';
import { CHEAPEST_BODY } from '../src/users/generation-journal.js';
import { expect, test } from './support/fault-fixtures.js';

// One fault of each kind; the proof covers every step.
const price = toCredits(priceUnits(CHEAPEST_BODY.model ?? ''));

test('a request whose API is killed after the commit is completed without a retry', async ({
  access,
  faults,
  newApiUser,
}) => {
  const { product, database, journal } = access;
  const user = await newApiUser(25);
  await faults.arm('committed', 'kill');
  const key = randomUUID();
  const { answer } = await journal.submit({ user, body: CHEAPEST_BODY, key });
  expect([answer?.status, failureSchema.parse(answer?.body).code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  await faults.waitFor('committed');
  await restartAfterFault(product, 'api');
  const [row] = await database.query<{ id: string }[]>('select id from generations where user_id = $1', [user.userId]);
  const done = await journal.waitForEnd({ user, body: CHEAPEST_BODY, key, id: row?.id ?? '' });
  expect(done.status).toBe('completed');
  const again = await journal.submit({ user, body: CHEAPEST_BODY, key });
  expect(again.answer).toMatchObject({ status: 202, body: { data: { id: done.id, status: 'completed' } } });
  await expectSettled(access);
});

test('a generation whose worker is killed is finished by the next one and charged once', async ({
  access,
  faults,
  newApiUser,
}) => {
  const { product, database, journal } = access;
  await faults.arm('stored', 'kill');
  const { id } = await journal.submitAccepted(await newApiUser(10));
  await faults.waitFor('stored');
  await expectInvariants(database);
  // The next one takes over once the lease is over.
  await database.query('update generations set lease_until = now() where id = $1', [id]);
  await restartAfterFault(product, 'worker');
  const [ended] = await expectSettled(access);
  expect(ended?.generation).toMatchObject({ id, status: 'completed', credits_used: price, credits_held: 0 });
  const [row] = await database.query<{ attempt: number }[]>('select attempt from generations where id = $1', [id]);
  expect(row?.attempt).toBeGreaterThan(1);
});

test('queued generations are completed although Redis is emptied', async ({ access, newApiUser }) => {
  const { product, journal } = access;
  const user = await newApiUser(50);
  await product.running.stopPart('worker');
  for (let orders = 0; orders < 3; orders += 1) await journal.submitAccepted(user);
  const redis = new Redis(product.running.redisUrl);
  try {
    // Jobs of workers that were killed before may still be queued.
    await until(async () => {
      const jobs = await redis.keys('*gen:*');
      return journal.submissions.every(({ id }) => jobs.some((job) => job.includes(id)));
    });
    await redis.flushall();
  } finally {
    redis.disconnect();
  }
  await product.running.start('worker');
  const ended = await expectSettled(access);
  expect(ended.map(({ generation }) => generation.status)).toEqual(['completed', 'completed', 'completed']);
});

test('processes survive a crash of Postgres, and accepted generations are completed afterwards', async ({
  access,
  newApiUser,
}) => {
  const { product, journal } = access;
  const user = await newApiUser(100);
  const pids = () => (['api', 'worker', 'web'] as const).map((part) => product.running.pid(part));
  const before = pids();
  for (let orders = 0; orders < 3; orders += 1) await journal.submitAccepted(user);
  await product.running.kill('postgres');
  const { submission, answer } = await journal.submit({ user, body: CHEAPEST_BODY });
  expect([answer?.status, failureSchema.parse(answer?.body).code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  await product.running.start('postgres');
  await until(async () => (await journal.submit(submission)).answer?.status === 202);
  const ended = await expectSettled(access);
  expect(ended.map(({ generation }) => generation.status)).toEqual(Array.from({ length: 4 }, () => 'completed'));
  expect(pids()).toEqual(before);
});
