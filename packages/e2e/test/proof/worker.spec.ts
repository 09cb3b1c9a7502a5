import { until } from '@app/api/test-support/until';
import { priceUnits, toCredits } from '@app/contracts';
import { readdir, readFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import type { ProductDatabase } from '../../src/product/database.js';
import { restartAfterFault, type Step } from '../../src/product/faults.js';
import { expectInvariants, expectSettled } from '../../src/product/invariants.js';
import { CHEAPEST_BODY } from '../../src/users/generation-journal.js';
import { expect, test } from '../support/fault-fixtures.js';

interface Row {
  status: string;
  attempt: number;
  hasNoLease: boolean;
}

async function rowOf(database: ProductDatabase, id: string): Promise<Row | undefined> {
  const [row] = await database.query<Row[]>(
    `select status, attempt, lease_until is null or lease_until <= now() as "hasNoLease" from generations where id = $1`,
    [id],
  );
  return row;
}

const price = toCredits(priceUnits(CHEAPEST_BODY.model ?? ''));

// In the order of a job, with the number of attempts until it completes.
const STEPS: [Step, number][] = [
  ['dequeued', 1],
  ['claimed', 2],
  ['painted', 2],
  ['prepared', 2],
  ['named', 2],
  ['stored', 2],
  ['closed', 1],
  ['finished', 1],
];

test.describe('a killed worker', () => {
  for (const [step, attempt] of STEPS)
    test(`once a job was ${step} leaves a consistent state, and the next one completes the job`, async ({
      access,
      faults,
      newApiUser,
    }) => {
      const { product, database, journal } = access;
      const user = await newApiUser(10);
      await faults.arm(step, 'kill');
      const { id } = await journal.submitAccepted(user);
      await faults.waitFor(step);
      await expectInvariants(database);
      await restartAfterFault(product, 'worker');
      const last = (await expectSettled(access)).at(-1);
      expect(last?.generation).toMatchObject({ id, status: 'completed', credits_used: price, credits_held: 0 });
      expect(await rowOf(database, id)).toMatchObject({ attempt });
    });

  test('at each attempt costs the user nothing', async ({ access, faults, newApiUser }) => {
    const { product, database, journal } = access;
    const user = await newApiUser(10);
    const { id } = await journal.submitAccepted(user);
    await faults.arm('painted', 'kill');
    for (const next of ['painted', 'painted', null] as const) {
      await faults.waitFor('painted');
      if (next) await faults.arm(next, 'kill');
      await restartAfterFault(product, 'worker');
    }
    const last = (await expectSettled(access)).at(-1);
    // The deadline is not the reason.
    const failed = { id, status: 'failed', error_code: 'ENGINE_FAILED' };
    expect(last?.generation).toMatchObject({ ...failed, credits_used: 0, credits_returned: price });
    expect(await rowOf(database, id)).toMatchObject({ attempt: 3 });
  });
});

test('a worker finishes or releases its job on SIGTERM', async ({ access, newApiUser }) => {
  const { product, database, journal } = access;
  const user = await newApiUser(10);
  await database.query(`update users set plan = 'pro' where id = $1`, [user.userId]);
  const { id } = await journal.submitAccepted(user, { ...CHEAPEST_BODY, count: 4 });
  await until(async () => (await rowOf(database, id))?.status === 'processing');
  await product.running.stopPart('worker');
  expect(await readFile(product.running.logFile('worker'), 'utf8')).toMatch(/"result":"ended","msg":"stopped"\}\n$/);
  expect(await rowOf(database, id)).toMatchObject({ hasNoLease: true });
  await expectInvariants(database);
  await product.running.start('worker');
  const last = (await expectSettled(access)).at(-1);
  expect(last?.generation).toMatchObject({ id, status: 'completed', credits_used: 4 * price });
});

/** The nice value is the 19th field; the name before it ends with a bracket. */
async function nicenessOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const states = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/stat`, 'utf8')));
  return states.map((state) => Number(state.split(') ').at(-1)?.split(' ')[16]));
}

test('threads of the worker have a lower priority than those of the API', async ({ access, newApiUser }) => {
  test.skip(process.platform !== 'linux', 'Only Linux has priorities of threads');
  const { product, journal } = access;
  await journal.submitAccepted(await newApiUser(10));
  await expectSettled(access);
  const { PRIORITY_BELOW_NORMAL, PRIORITY_NORMAL } = constants.priority;
  const [worker, api] = [product.running.pid('worker'), product.running.pid('api')];
  // Compared with the priority of this test.
  const own = getPriority();
  expect(new Set(await nicenessOf(worker ?? 0))).toEqual(new Set([Math.max(own, PRIORITY_BELOW_NORMAL)]));
  expect(new Set(await nicenessOf(api ?? 0))).toEqual(new Set([Math.max(own, PRIORITY_NORMAL)]));
});
