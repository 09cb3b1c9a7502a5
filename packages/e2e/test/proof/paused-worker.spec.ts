import { until } from '@app/api/test-support/until';
import type { Step } from '../../src/product/faults.js';
import { expectSettled } from '../../src/product/invariants.js';
import type { ProductDatabase } from '../../src/product/database.js';
import { expect, testWithProcesses } from '../support/fault-fixtures.js';

// Its Redis is empty, so it only sweeps, and the first worker gets every job.
const test = testWithProcesses({ workers: 1, ownRedis: true });

const keysOf = (database: ProductDatabase, imageId: string): Promise<{ key: string }[]> =>
  database.query(
    `select object_key as key from images where id = $1
     union all select object_key from object_deletions where object_key like '%' || $1 || '%'`,
    [imageId],
  );

const STEPS: [Step, RegExp][] = [
  ['claimed', /\/2-\w+\.png$/],
  ['stored', /\/2-\w+\.png$/],
  ['closed', /\/1-\w+\.png$/],
];

for (const [step, owner] of STEPS)
  test(`a worker paused beyond its lease once a job was ${step} changes nothing when it resumes`, async ({
    access,
    faults,
    more,
    newApiUser,
  }) => {
    const { product, database, journal } = access;
    expect(more.countAlive()).toBe(1);
    await faults.arm(step, 'pause');
    const user = await newApiUser(5);
    const order = await journal.submitAccepted(user);
    const sleeper = await faults.waitFor(step);
    expect(sleeper).toBe(product.running.pid('worker'));
    // The other worker completes unfinished work meanwhile.
    expect(await journal.waitForEnd(order)).toMatchObject({ status: 'completed', credits_used: 2.5 });
    const before = await database.query('select * from images where id = $1', [order.id]);

    process.kill(sleeper, 'SIGCONT');
    // The paused worker removes its file.
    await until(async () => (await keysOf(database, order.id)).length === 1);
    // Only the resumed worker can reach the fault of the next job.
    await faults.arm('claimed', 'kill');
    const next = await journal.submitAccepted(user);
    expect(await faults.waitFor('claimed')).toBe(sleeper);
    await until(() => product.running.pid('worker') === undefined);
    await product.running.start('worker');
    expect(await journal.waitForEnd(next)).toMatchObject({ status: 'completed' });

    expect(await database.query('select * from images where id = $1', [order.id])).toEqual(before);
    expect((await keysOf(database, order.id)).map(({ key }) => key)).toEqual([expect.stringMatching(owner)]);
    await expectSettled(access);
  });
