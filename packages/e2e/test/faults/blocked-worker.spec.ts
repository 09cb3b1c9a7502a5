import { until } from '@app/api/test-support/until';
import { afterEach, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { useFaults } from '../../src/faults.js';
import { expectInvariants, expectSettled } from '../../src/invariants.js';
import { useMoreProcesses } from '../../src/more-processes.js';
import { useWitnesses } from '../../src/witnesses.js';

const GIVEN_TO_ANOTHER_MS = 90_000;

const faults = useFaults();
const witnesses = useWitnesses(faults.options);
const { product, database, journal, newcomer } = witnesses;
const more = useMoreProcesses(product, {});

afterEach(() => expectInvariants(database));

test("a worker that stands still for longer than Bull's lock: another one is given its job, one picture is made of it", async () => {
  const redis = new Redis(product.running.redisUrl);
  try {
    await faults.arm('painted', 'pause');
    const person = await newcomer(5);
    const order = await journal.accepted(person);
    const blocked = await faults.happened('painted');
    const [lock] = await redis.keys(`*gen:${order.id}:*:lock`);
    const job = lock?.replace(/:lock$/, '') ?? '';
    expect(await redis.hget(job, 'data')).toContain(order.id);
    // What half a minute would do: who stands still does not renew it.
    expect(await redis.del(`${job}:lock`)).toBe(1);

    await more.addWorker();
    expect(await journal.end(order)).toMatchObject({ status: 'completed', credits_used: 2.5 });
    // Bull gives it to the one that still works, which finds nothing left to do and puts it away.
    await until(async () => (await redis.exists(job)) === 0, GIVEN_TO_ANOTHER_MS);
    const before = await database.query('select * from images where id = $1', [order.id]);
    more.crash();

    process.kill(blocked, 'SIGCONT');
    // It puts its own picture away, hears that the job is not its own any more, and does the next one.
    await faults.arm('claimed', 'pause');
    const next = await journal.accepted(person);
    expect(await faults.happened('claimed')).toBe(blocked);
    process.kill(blocked, 'SIGCONT');
    expect(await journal.end(next)).toMatchObject({ status: 'completed', credits_used: 2.5 });
    expect(product.running.pid('worker')).toBe(blocked);
    expect(await database.query('select * from images where id = $1', [order.id])).toEqual(before);
    expect(await database.query('select attempt from generations where id = $1', [order.id])).toEqual([{ attempt: 2 }]);
    await expectSettled(witnesses);
  } finally {
    redis.disconnect();
  }
});
