import { until } from '@app/api/test-support/until';
import { afterEach, expect, test } from '@jest/globals';
import { useFaults, type Step } from '../../src/faults.js';
import { expectInvariants, expectSettled } from '../../src/invariants.js';
import { useMoreProcesses } from '../../src/more-processes.js';
import { useWitnesses } from '../../src/witnesses.js';

const faults = useFaults();
const witnesses = useWitnesses(faults.options);
const { product, database, journal, newcomer } = witnesses;
// It hears no ring of this installation, only looks for what nobody began: each job is the first worker's at first.
useMoreProcesses(product, { workers: 1, env: { INSTANCE_ID: 'unrung' } });

afterEach(() => expectInvariants(database));

const keysOf = (imageId: string): Promise<{ key: string }[]> =>
  database.query(
    `select object_key as key from images where id = $1
     union all select object_key from object_deletions where object_key like '%' || $1 || '%'`,
    [imageId],
  );

// Asleep with the claim alone, with the picture stored, and with the picture closed.
test.each<[Step, RegExp]>([
  ['claimed', /\/2-\w+\.png$/],
  ['stored', /\/2-\w+\.png$/],
  ['closed', /\/1-\w+\.png$/],
])('a worker that sleeps past its lease once a job was %s changes nothing when it wakes up', async (step, owner) => {
  await faults.arm(step, 'pause');
  const person = await newcomer(5);
  const order = await journal.accepted(person);
  const sleeper = await faults.happened(step);
  expect(sleeper).toBe(product.running.pid('worker'));
  // The other worker does it meanwhile, if there is anything left to do.
  expect(await journal.end(order)).toMatchObject({ status: 'completed', credits_used: 2.5 });
  const before = await database.query('select * from images where id = $1', [order.id]);

  process.kill(sleeper, 'SIGCONT');
  // What it had stored itself is removed again, by itself or by name.
  await until(async () => (await keysOf(order.id)).length === 1);
  // It is awake when it does the next job, whose fault only it can meet.
  await faults.arm('claimed', 'kill');
  const next = await journal.accepted(person);
  expect(await faults.happened('claimed')).toBe(sleeper);
  await until(() => product.running.pid('worker') === undefined);
  await product.running.start('worker');
  expect(await journal.end(next)).toMatchObject({ status: 'completed' });

  expect(await database.query('select * from images where id = $1', [order.id])).toEqual(before);
  expect((await keysOf(order.id)).map(({ key }) => key)).toEqual([expect.stringMatching(owner)]);
  await expectSettled(witnesses);
});
