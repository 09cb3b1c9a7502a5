import { calls, failureSchema } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import { dataOf, type ApiResponse, type ApiUser } from '../../src/users/api-client.js';
import type { ProductDatabase } from '../../src/product/database.js';
import { restartAfterFault } from '../../src/product/faults.js';
import { expectSettled } from '../../src/product/invariants.js';
import { CHEAPEST_BODY } from '../../src/users/generation-journal.js';
import { expect, test } from '../support/fault-fixtures.js';

const rowsOf = (database: ProductDatabase, { userId }: ApiUser): Promise<{ id: string; status: string }[]> =>
  database.query('select id, status from generations where user_id = $1 order by seq', [userId]);

const creditsSpent = async (database: ProductDatabase, { userId }: ApiUser): Promise<number> => {
  const [row] = await database.query<{ units: number }[]>(
    `select (250 - available)::int as units from credit_accounts where user_id = $1`,
    [userId],
  );
  return row?.units ?? Number.NaN;
};

const idOf = ({ answer }: { answer: ApiResponse | null }): string =>
  dataOf(calls.images.generate, answer ?? { status: 0, headers: new Headers(), body: null }).id;

const expectUnavailable = (answer: { status: number; body: unknown } | null): void => {
  expect(answer?.status).toBe(503);
  expect(failureSchema.parse(answer?.body).code).toBe('SERVICE_UNAVAILABLE');
};

test.describe('an API that is killed while it accepts a request', () => {
  test('before the commit charges nothing, and accepts the same request afterwards', async ({
    access,
    faults,
    newApiUser,
  }) => {
    const { product, database, journal } = access;
    const user = await newApiUser(25);
    await faults.arm('admitted', 'kill');
    const key = randomUUID();
    expectUnavailable((await journal.submit({ user, body: CHEAPEST_BODY, key })).answer);
    await faults.waitFor('admitted');
    await restartAfterFault(product, 'api');
    expect(await rowsOf(database, user)).toEqual([]);
    expect(await creditsSpent(database, user)).toBe(0);
    expect((await journal.submit({ user, body: CHEAPEST_BODY, key })).answer?.status).toBe(202);
    await expectSettled(access);
    expect(await creditsSpent(database, user)).toBe(25);
  });

  test('after the commit keeps the request, which is completed without a retry', async ({
    access,
    faults,
    newApiUser,
  }) => {
    const { product, database, journal } = access;
    const user = await newApiUser(25);
    await faults.arm('committed', 'kill');
    const key = randomUUID();
    expectUnavailable((await journal.submit({ user, body: CHEAPEST_BODY, key })).answer);
    await faults.waitFor('committed');
    await restartAfterFault(product, 'api');
    const [row] = await rowsOf(database, user);
    const done = await journal.waitForEnd({ user, body: CHEAPEST_BODY, key, id: row?.id ?? '' });
    expect(done.status).toBe('completed');
    const again = await journal.submit({ user, body: CHEAPEST_BODY, key });
    expect(again.answer).toMatchObject({ status: 202, body: { data: { id: done.id, status: 'completed' } } });
    expect(await rowsOf(database, user)).toEqual([{ id: done.id, status: 'completed' }]);
    await expectSettled(access);
    expect(await creditsSpent(database, user)).toBe(25);
  });

  test('before the answer accepts each request once, however often it is repeated', async ({
    access,
    faults,
    newApiUser,
  }) => {
    const { product, api, database, journal } = access;
    const user = await newApiUser(25);
    await faults.arm('enqueued', 'kill');
    const keys = Array.from({ length: 6 }, () => randomUUID());
    const all = () => Promise.all(keys.map((key) => journal.submit({ user, body: CHEAPEST_BODY, key })));
    const first = await all();
    await faults.waitFor('enqueued');
    expect(first.filter(({ answer }) => answer?.status !== 202)).not.toEqual([]);
    for (const { answer } of first) if (answer?.status !== 202) expectUnavailable(answer);
    await restartAfterFault(product, 'api');
    const rounds = [await all(), await all()].map((round) => round.map(idOf));
    expect(rounds[1]).toEqual(rounds[0]);
    expect(new Set(rounds[0]).size).toBe(keys.length);
    expect((await rowsOf(database, user)).map(({ id }) => id).sort()).toEqual([...(rounds[0] ?? [])].sort());
    const ended = await expectSettled(access);
    expect(ended.every(({ generation }) => generation.status === 'completed')).toBe(true);
    expect(await creditsSpent(database, user)).toBe(150);
    expect((await api.get('/quota', { token: user.token })).body).toMatchObject({ data: { remainingCredits: 10 } });
  });
});
