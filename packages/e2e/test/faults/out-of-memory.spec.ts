import { until } from '@app/api/test-support/until';
import { afterEach, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { comesBack, useFaults } from '../../src/faults.js';
import { expectInvariants, expectSettled } from '../../src/invariants.js';
import { useWitnesses } from '../../src/witnesses.js';

const TRIES = 3;

const faults = useFaults();
const witnesses = useWitnesses(faults.options);
const { product, database, journal, newcomer } = witnesses;

afterEach(() => expectInvariants(database));

/** From here on the system gives the process no more memory, as on a machine whose memory is full. */
const giveNoMoreMemory = (pid: number): Promise<unknown> =>
  promisify(execFile)('prlimit', ['--pid', String(pid), '--data=1']);

test('a worker that runs out of memory at a picture, each time it has it in hand: three tries, all credits back, and the next picture is made', async () => {
  const person = await newcomer(10);
  await faults.arm('painted', 'pause');
  const order = await journal.accepted(person);
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const worker = await faults.happened('painted');
    expect(worker).toBe(product.running.pid('worker'));
    await giveNoMoreMemory(worker);
    if (tries < TRIES) await faults.arm('painted', 'pause');
    process.kill(worker, 'SIGCONT');
    // Nobody ends it: it dies of what it wants to do with the picture.
    await until(() => product.running.pid('worker') === undefined);
    await expectInvariants(database);
    await comesBack(product, 'worker');
  }
  const failed = { status: 'failed', error_code: 'ENGINE_FAILED', credits_used: 0, credits_returned: 2.5 };
  expect(await journal.end(order)).toMatchObject(failed);
  expect(await database.query('select attempt from generations where id = $1', [order.id])).toEqual([
    { attempt: TRIES },
  ]);
  expect(await journal.end(await journal.accepted(person))).toMatchObject({ status: 'completed', credits_used: 2.5 });
  await expectSettled(witnesses);
});
