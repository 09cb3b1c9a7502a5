import { failureSchema, priceUnits, toCredits } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import { restartAfterFault } from '../src/product/faults.js';
import { expectInvariants, expectSettled } from '../src/product/invariants.js';
import { CHEAPEST_BODY } from '../src/users/generation-journal.js';
import { expect, test } from './support/fault-fixtures.js';

// One fault of each process; the proof covers every step, and losses of Redis and Postgres.
const price = toCredits(priceUnits(CHEAPEST_BODY.model ?? ''));

test('a request whose API is killed after the commit is completed without a retry', async ({
  access,
  faults,
  newApiUser,
}) => {
  const { product, database, journal } = access;
  const user = await newApiUser(25);
  await faults.arm('committed', 'kill');
  const key = randomUUID();
  const { answer } = await journal.submit({ user, body: CHEAPEST_BODY, key });
  expect([answer?.status, failureSchema.parse(answer?.body).code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  await faults.waitFor('committed');
  await restartAfterFault(product, 'api');
  const [row] = await database.query<{ id: string }[]>('select id from generations where user_id = $1', [user.userId]);
  const done = await journal.waitForEnd({ user, body: CHEAPEST_BODY, key, id: row?.id ?? '' });
  expect(done.status).toBe('completed');
  const again = await journal.submit({ user, body: CHEAPEST_BODY, key });
  expect(again.answer).toMatchObject({ status: 202, body: { data: { id: done.id, status: 'completed' } } });
  await expectSettled(access);
});

test('a generation whose worker is killed is finished by the next one and charged once', async ({
  access,
  faults,
  newApiUser,
}) => {
  const { product, database, journal } = access;
  await faults.arm('stored', 'kill');
  const { id } = await journal.submitAccepted(await newApiUser(10));
  await faults.waitFor('stored');
  await expectInvariants(database);
  await restartAfterFault(product, 'worker');
  const [ended] = await expectSettled(access);
  expect(ended?.generation).toMatchObject({ id, status: 'completed', credits_used: price, credits_held: 0 });
  const [row] = await database.query<{ attempt: number }[]>('select attempt from generations where id = $1', [id]);
  expect(row?.attempt).toBeGreaterThan(1);
});
