import { calls, failureSchema, priceUnits, toCredits } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import { dataOf, type ApiResponse, type ApiClient, type ApiUser } from '../../src/users/api-client.js';
import { expectSettled } from '../../src/product/invariants.js';
import { CHEAPEST_BODY, type GenerationJournal } from '../../src/users/generation-journal.js';
import { expect, test } from '../support/fault-fixtures.js';

const price = toCredits(priceUnits(CHEAPEST_BODY.model ?? ''));
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

const readQuota = async (api: ApiClient, { token }: ApiUser) =>
  dataOf(calls.quota.show, await api.get('/quota', { token }));

function expectRefused(answers: (ApiResponse | null)[]): void {
  const seen = answers.map((answer) => [answer?.status, failureSchema.parse(answer?.body).code]);
  const reasons: unknown[] = [
    [402, 'INSUFFICIENT_CREDITS'],
    [429, 'TOO_MANY_IN_FLIGHT'],
  ];
  expect(seen.filter((one) => !reasons.some((reason) => String(reason) === String(one)))).toEqual([]);
}

/** Sends the requests concurrently. Resolves with the number of accepted ones. */
async function submitAtOnce(journal: GenerationJournal, user: ApiUser, requests: number): Promise<number> {
  const sent = await Promise.all(times(requests, () => journal.submit({ user, body: CHEAPEST_BODY })));
  const answers = sent.map(({ answer }) => answer);
  const accepted = answers.filter((answer) => answer?.status === 202);
  expectRefused(answers.filter((answer) => answer?.status !== 202));
  return accepted.length;
}

test.describe('concurrent requests', () => {
  test('are accepted while credits suffice: exactly 2 of 20', async ({ access, api, journal, newApiUser }) => {
    const user = await newApiUser(2 * price);
    expect(await submitAtOnce(journal, user, 20)).toBe(2);
    expect(await readQuota(api, user)).toMatchObject({ remainingCredits: 0, canGenerate: false });
    const ended = await expectSettled(access);
    expect(ended.map(({ generation }) => generation.status)).toEqual(['completed', 'completed']);
    expect(await readQuota(api, user)).toMatchObject({ remainingCredits: 0, currentCredits: 0, inFlight: 0 });
  });
});

test.describe('an idempotency key', () => {
  test('sent 200 times concurrently creates one generation and one hold', async ({
    api,
    database,
    journal,
    newApiUser,
  }) => {
    const user = await newApiUser(10 * price);
    const key = randomUUID();
    const answers = await Promise.all(times(200, () => api.generate(user, CHEAPEST_BODY, key)));
    const generations = answers.map((answer) => dataOf(calls.images.generate, answer));
    expect(new Set(generations.map(({ id }) => id)).size).toBe(1);
    const [id = ''] = generations.map((generation) => generation.id);

    const done = await journal.waitForEnd({ user, body: CHEAPEST_BODY, key, id });
    expect(done.status).toBe('completed');
    const later = dataOf(calls.images.generate, await api.generate(user, CHEAPEST_BODY, key));
    expect(later).toMatchObject({ id, status: 'completed', credits_used: price });

    const rows = await database.query(
      `select (select count(*)::int from generations where user_id = $1) as generations,
              (select count(*)::int from holds where user_id = $1) as holds,
              (select count(*)::int from ledger_entries where user_id = $1 and kind = 'hold') as entries`,
      [user.userId],
    );
    expect(rows).toEqual([{ generations: 1, holds: 1, entries: 1 }]);
    expect(await readQuota(api, user)).toMatchObject({ remainingCredits: 9 * price });
  });
});
