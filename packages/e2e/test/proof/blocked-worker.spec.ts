import { until } from '@app/api/test-support/until';
import { Redis } from 'ioredis';
import { expectSettled } from '../../src/product/invariants.js';
import { expect, testWithProcesses } from '../support/fault-fixtures.js';

const GIVEN_TO_ANOTHER_MS = 90_000;

const test = testWithProcesses({});

test("a job whose worker is blocked beyond Bull's lock moves to another worker and makes one image", async ({
  access,
  faults,
  more,
  newApiUser,
}) => {
  const { product, database, journal } = access;
  const redis = new Redis(product.running.redisUrl);
  try {
    await faults.arm('painted', 'pause');
    const user = await newApiUser(5);
    const order = await journal.submitAccepted(user);
    const blocked = await faults.waitFor('painted');
    const [lock] = await redis.keys(`*gen:${order.id}:*:lock`);
    const job = lock?.replace(/:lock$/, '') ?? '';
    expect(await redis.hget(job, 'data')).toContain(order.id);
    // A blocked worker cannot renew its lock, which expires.
    expect(await redis.del(`${job}:lock`)).toBe(1);

    await more.addWorker();
    expect(await journal.waitForEnd(order)).toMatchObject({ status: 'completed', credits_used: 2.5 });
    // Bull gives the job to the other worker, which finds it finished.
    await until(async () => (await redis.exists(job)) === 0, GIVEN_TO_ANOTHER_MS);
    const before = await database.query('select * from images where id = $1', [order.id]);
    more.killNewest();

    process.kill(blocked, 'SIGCONT');
    // The blocked worker removes its file, loses the job, and takes the next one.
    await faults.arm('claimed', 'pause');
    const next = await journal.submitAccepted(user);
    expect(await faults.waitFor('claimed')).toBe(blocked);
    process.kill(blocked, 'SIGCONT');
    expect(await journal.waitForEnd(next)).toMatchObject({ status: 'completed', credits_used: 2.5 });
    expect(product.running.pid('worker')).toBe(blocked);
    expect(await database.query('select * from images where id = $1', [order.id])).toEqual(before);
    expect(await database.query('select attempt from generations where id = $1', [order.id])).toEqual([{ attempt: 2 }]);
    await expectSettled(access);
  } finally {
    redis.disconnect();
  }
});
