import { until } from '@app/api/test-support/until';
import { priceUnits, toCredits } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import type { Person } from '../../src/api-client.js';
import { comesBack, useFaults, type Step } from '../../src/faults.js';
import { expectInvariants, expectSettled } from '../../src/invariants.js';
import { CHEAP } from '../../src/load.js';
import { useWitnesses } from '../../src/witnesses.js';

const faults = useFaults();
const witnesses = useWitnesses(faults.options);
const { product, database, journal } = witnesses;

let person: Person;
beforeEach(async () => {
  person = await witnesses.newcomer(10);
});
afterEach(() => expectInvariants(database));

interface Row {
  status: string;
  attempt: number;
  isFree: boolean;
}

async function rowOf(id: string): Promise<Row | undefined> {
  const [row] = await database.query<Row[]>(
    `select status, attempt, lease_until is null or lease_until <= now() as "isFree" from generations where id = $1`,
    [id],
  );
  return row;
}

const price = toCredits(priceUnits(CHEAP.model ?? ''));

// In the order in which one job passes them, with the attempts it takes then.
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

describe('a worker that is killed', () => {
  test.each(STEPS)(
    'once a job was %s leaves nothing half done, and the next one does the job',
    async (step, attempt) => {
      await faults.arm(step, 'kill');
      const { id } = await journal.accepted(person);
      await faults.happened(step);
      await expectInvariants(database);
      await comesBack(product, 'worker');
      const last = (await expectSettled(witnesses)).at(-1);
      expect(last?.generation).toMatchObject({ id, status: 'completed', credits_used: price, credits_held: 0 });
      expect(await rowOf(id)).toMatchObject({ attempt });
    },
  );

  test('each time it touches a job costs the person nothing once the attempts are used up', async () => {
    const { id } = await journal.accepted(person);
    await faults.arm('painted', 'kill');
    for (const next of ['painted', 'painted', null] as const) {
      await faults.happened('painted');
      if (next) await faults.arm(next, 'kill');
      await comesBack(product, 'worker');
    }
    const last = (await expectSettled(witnesses)).at(-1);
    // For that reason, and not because its time was up.
    const failed = { id, status: 'failed', error_code: 'ENGINE_FAILED' };
    expect(last?.generation).toMatchObject({ ...failed, credits_used: 0, credits_returned: price });
    expect(await rowOf(id)).toMatchObject({ attempt: 3 });
  });
});

test('a worker that is told to stop finishes what it paints or hands it on, and ends in order', async () => {
  await database.query(`update users set plan = 'pro' where id = $1`, [person.userId]);
  const { id } = await journal.accepted(person, { ...CHEAP, count: 4 });
  await until(async () => (await rowOf(id))?.status === 'processing');
  await product.running.stopPart('worker');
  expect(await readFile(product.running.logFile('worker'), 'utf8')).toMatch(/"result":"ended","msg":"stopped"\}\n$/);
  // Nobody has to wait for a lease to run out.
  expect(await rowOf(id)).toMatchObject({ isFree: true });
  await expectInvariants(database);
  await product.running.start('worker');
  const last = (await expectSettled(witnesses)).at(-1);
  expect(last?.generation).toMatchObject({ id, status: 'completed', credits_used: 4 * price });
});

/** Of each thread, the 19th field of its state; what stands before the bracket is its name. */
async function nicenessOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const states = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/stat`, 'utf8')));
  return states.map((state) => Number(state.split(') ').at(-1)?.split(' ')[16]));
}

// Only Linux keeps it thread by thread.
(process.platform === 'linux' ? test : test.skip)(
  'people go first: each thread that prepares pictures steps back',
  async () => {
    await journal.accepted(person);
    await expectSettled(witnesses);
    const { PRIORITY_BELOW_NORMAL, PRIORITY_NORMAL } = constants.priority;
    const [worker, api] = [product.running.pid('worker'), product.running.pid('api')];
    expect(new Set(await nicenessOf(worker ?? 0))).toEqual(new Set([PRIORITY_BELOW_NORMAL]));
    expect(new Set(await nicenessOf(api ?? 0))).toEqual(new Set([PRIORITY_NORMAL]));
  },
);
