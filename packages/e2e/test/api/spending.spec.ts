import { calls, failureSchema, priceUnits, toCredits } from '@app/contracts';
import { afterEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { dataOf, type Answered, type Person } from '../../src/api-client.js';
import { SHORT_TIMES } from '../../src/faults.js';
import { expectInvariants, expectSettled } from '../../src/invariants.js';
import { CHEAP } from '../../src/load.js';
import { useWitnesses } from '../../src/witnesses.js';

const { RATE_LIMIT_PER_MINUTE, FREE_ALLOWANCE, SWEEP_SECONDS } = SHORT_TIMES;
// With the limits that people have, but for requests a minute.
const witnesses = useWitnesses({ env: { RATE_LIMIT_PER_MINUTE, FREE_ALLOWANCE, SWEEP_SECONDS } });
const { api, database, journal, newcomer } = witnesses;

afterEach(() => expectInvariants(database));

const price = toCredits(priceUnits(CHEAP.model ?? ''));
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

const quotaOf = async ({ token }: Person) => dataOf(calls.quota.show, await api.get('/quota', { token }));

/** What was not accepted was refused for one of the two reasons there are, in the shape of every failure. */
function expectRefused(answers: (Answered | null)[]): void {
  const seen = answers.map((answer) => [answer?.status, failureSchema.parse(answer?.body).code]);
  const reasons: unknown[] = [
    [402, 'INSUFFICIENT_CREDITS'],
    [429, 'TOO_MANY_IN_FLIGHT'],
  ];
  expect(seen.filter((one) => !reasons.some((reason) => String(reason) === String(one)))).toEqual([]);
}

async function rush(person: Person, requests: number) {
  const sent = await Promise.all(times(requests, () => journal.submit({ person, body: CHEAP })));
  const answers = sent.map(({ answer }) => answer);
  const accepted = answers.filter((answer) => answer?.status === 202);
  expectRefused(answers.filter((answer) => answer?.status !== 202));
  return accepted.length;
}

describe('a rush of requests', () => {
  test('20 at once with credits for 2: exactly 2 are accepted', async () => {
    const person = await newcomer(2 * price);
    expect(await rush(person, 20)).toBe(2);
    expect(await quotaOf(person)).toMatchObject({ remainingCredits: 0, canGenerate: false });
    const ended = await expectSettled(witnesses);
    expect(ended.map(({ generation }) => generation.status)).toEqual(['completed', 'completed']);
    expect(await quotaOf(person)).toMatchObject({ remainingCredits: 0, currentCredits: 0, inFlight: 0 });
  });

  test('of several people, each spends what they have and nobody what others have', async () => {
    const credits = [0, 1, 2, 3].map((pictures) => pictures * price + 1);
    const people = await Promise.all(credits.map(newcomer));
    const accepted = await Promise.all(people.map((person) => rush(person, 12)));
    expect(accepted).toEqual([0, 1, 2, 3]);
    for (const person of people) expect(await quotaOf(person)).toMatchObject({ remainingCredits: 1 });
  });

  test('with credits for many stays within what the plan allows at once', async () => {
    const person = await newcomer(100 * price);
    const { inFlightLimit } = await quotaOf(person);
    const accepted = await rush(person, 20);
    expect(accepted).toBeGreaterThanOrEqual(inFlightLimit);
    const open = await database.query<{ status: string }[]>(
      `select status from generations where user_id = $1 and status in ('pending', 'processing')`,
      [person.userId],
    );
    expect(open.length).toBeLessThanOrEqual(inFlightLimit);
    expect((await quotaOf(person)).remainingCredits).toBe((100 - accepted) * price);
  });
});

describe('one key', () => {
  test('sent 200 times at once: one generation, one hold, and each time its state', async () => {
    const person = await newcomer(10 * price);
    const key = randomUUID();
    const answers = await Promise.all(times(200, () => api.generate(person, CHEAP, key)));
    const generations = answers.map((answer) => dataOf(calls.images.generate, answer));
    expect(new Set(generations.map(({ id }) => id)).size).toBe(1);
    const [id = ''] = generations.map((generation) => generation.id);

    const done = await journal.end({ person, body: CHEAP, key, id });
    expect(done.status).toBe('completed');
    const later = dataOf(calls.images.generate, await api.generate(person, CHEAP, key));
    expect(later).toMatchObject({ id, status: 'completed', credits_used: price });

    const rows = await database.query(
      `select (select count(*)::int from generations where user_id = $1) as generations,
              (select count(*)::int from holds where user_id = $1) as holds,
              (select count(*)::int from ledger_entries where user_id = $1 and kind = 'hold') as entries`,
      [person.userId],
    );
    expect(rows).toEqual([{ generations: 1, holds: 1, entries: 1 }]);
    expect(await quotaOf(person)).toMatchObject({ remainingCredits: 9 * price });
  });

  test('stands for one order: another one under it is refused and costs nothing, another person’s key is theirs', async () => {
    const [person, other] = [await newcomer(10 * price), await newcomer(10 * price)];
    const key = randomUUID();
    const first = dataOf(calls.images.generate, await api.generate(person, CHEAP, key));
    const changed = await api.generate(person, { ...CHEAP, prompt: 'something else' }, key);
    expect([changed.status, failureSchema.parse(changed.body).code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const theirs = dataOf(calls.images.generate, await api.generate(other, CHEAP, key));
    expect(theirs.id).not.toBe(first.id);
    for (const one of [person, other]) expect(await quotaOf(one)).toMatchObject({ remainingCredits: 9 * price });
  });
});
