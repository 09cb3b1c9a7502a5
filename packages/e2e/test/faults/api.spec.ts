import { calls, failureSchema } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { dataOf, type Answered, type Person } from '../../src/api-client.js';
import { comesBack, useFaults } from '../../src/faults.js';
import { expectInvariants, expectSettled } from '../../src/invariants.js';
import { CHEAP } from '../../src/load.js';
import { useWitnesses } from '../../src/witnesses.js';

const faults = useFaults();
const witnesses = useWitnesses(faults.options);
const { product, api, database, journal } = witnesses;

let person: Person;
beforeEach(async () => {
  person = await witnesses.newcomer(25);
});
afterEach(() => expectInvariants(database));

const rowsOf = ({ userId }: Person): Promise<{ id: string; status: string }[]> =>
  database.query('select id, status from generations where user_id = $1 order by seq', [userId]);

const spent = async ({ userId }: Person): Promise<number> => {
  const [row] = await database.query<{ units: number }[]>(
    `select (250 - available)::int as units from credit_accounts where user_id = $1`,
    [userId],
  );
  return row?.units ?? Number.NaN;
};

const idOf = ({ answer }: { answer: Answered | null }): string =>
  dataOf(calls.images.generate, answer ?? { status: 0, headers: new Headers(), body: null }).id;

/** The person hears that it did not work, in the usual shape, and not for how long the web server waits. */
const expectUnavailable = (answer: { status: number; body: unknown } | null): void => {
  expect(answer?.status).toBe(503);
  expect(failureSchema.parse(answer?.body).code).toBe('SERVICE_UNAVAILABLE');
};

describe('an API that is killed while it takes an order', () => {
  test('before the commit has taken nothing, and takes the same order afterwards', async () => {
    await faults.arm('admitted', 'kill');
    const key = randomUUID();
    expectUnavailable((await journal.submit({ person, body: CHEAP, key })).answer);
    await faults.happened('admitted');
    await comesBack(product, 'api');
    expect(await rowsOf(person)).toEqual([]);
    expect(await spent(person)).toBe(0);
    expect((await journal.submit({ person, body: CHEAP, key })).answer?.status).toBe(202);
    await expectSettled(witnesses);
    expect(await spent(person)).toBe(25);
  });

  test('before anybody was told keeps the order: it is done without being asked for again', async () => {
    await faults.arm('committed', 'kill');
    const key = randomUUID();
    expectUnavailable((await journal.submit({ person, body: CHEAP, key })).answer);
    await faults.happened('committed');
    await comesBack(product, 'api');
    const [row] = await rowsOf(person);
    const done = await journal.end({ person, body: CHEAP, key, id: row?.id ?? '' });
    expect(done.status).toBe('completed');
    const again = await journal.submit({ person, body: CHEAP, key });
    expect(again.answer).toMatchObject({ status: 202, body: { data: { id: done.id, status: 'completed' } } });
    expect(await rowsOf(person)).toEqual([{ id: done.id, status: 'completed' }]);
    await expectSettled(witnesses);
    expect(await spent(person)).toBe(25);
  });

  test('before it answered takes each order of a rush once, however often they are repeated', async () => {
    await faults.arm('rung', 'kill');
    const keys = Array.from({ length: 6 }, () => randomUUID());
    const all = () => Promise.all(keys.map((key) => journal.submit({ person, body: CHEAP, key })));
    const first = await all();
    await faults.happened('rung');
    expect(first.filter(({ answer }) => answer?.status !== 202)).not.toEqual([]);
    for (const { answer } of first) if (answer?.status !== 202) expectUnavailable(answer);
    await comesBack(product, 'api');
    const rounds = [await all(), await all()].map((round) => round.map(idOf));
    expect(rounds[1]).toEqual(rounds[0]);
    expect(new Set(rounds[0]).size).toBe(keys.length);
    expect((await rowsOf(person)).map(({ id }) => id).sort()).toEqual([...(rounds[0] ?? [])].sort());
    const ended = await expectSettled(witnesses);
    expect(ended.every(({ generation }) => generation.status === 'completed')).toBe(true);
    expect(await spent(person)).toBe(150);
    expect((await api.get('/quota', { token: person.token })).body).toMatchObject({ data: { remainingCredits: 10 } });
  });
});
