import { openEvents } from '@app/api/test-support/event-reader';
import { until } from '@app/api/test-support/until';
import { calls, STREAM_SILENCE_MS } from '@app/contracts';
import { dataOf, type ApiClient, type ApiUser } from '../../src/users/api-client.js';
import { expectSettled } from '../../src/product/invariants.js';
import { CHEAPEST_BODY, type GenerationJournal } from '../../src/users/generation-journal.js';
import { expect, testWithProcesses } from '../support/fault-fixtures.js';

const USERS = 12;
const SUBMISSIONS_EACH = 3;

const test = testWithProcesses({ apis: 2, workers: 2 });

interface Processes {
  apis: ApiClient[];
  journal: GenerationJournal;
}

/** Sends the same request to every API concurrently, like retries behind a load balancer. */
async function submitEverywhere({ apis, journal }: Processes, user: ApiUser, key: string): Promise<void> {
  const answers = await Promise.all(apis.map((one) => one.generate(user, CHEAPEST_BODY, key)));
  const ids = new Set(answers.map((answer) => dataOf(calls.images.generate, answer).id));
  expect(ids.size).toBe(1);
  for (const id of ids) journal.submissions.push({ user, body: CHEAPEST_BODY, key, id });
}

const submitAll = (processes: Processes, people: ApiUser[]): Promise<unknown> =>
  Promise.all(
    people.flatMap((user) =>
      Array.from({ length: SUBMISSIONS_EACH }, (_, n) => submitEverywhere(processes, user, `${user.userId}-${n}`)),
    ),
  );

const newUsers = (newPerson: (credits: number) => Promise<ApiUser>): Promise<ApiUser[]> =>
  Promise.all(Array.from({ length: USERS }, () => newPerson(20)));

test('three APIs and three workers accept and complete each request once', async ({
  access,
  api,
  more,
  newApiUser,
}) => {
  const { database, journal } = access;
  await submitAll({ apis: [api, ...more.apis], journal }, await newUsers(newApiUser));
  const ended = await expectSettled(access);
  expect(ended.filter(({ generation }) => generation.status !== 'completed')).toEqual([]);
  expect(ended).toHaveLength(USERS * SUBMISSIONS_EACH);
  const [counted] = await database.query<{ generations: number; attempts: number; settled: number }[]>(
    `select count(*)::int as generations, sum(attempt)::int as attempts,
            (select count(*)::int from ledger_entries where kind = 'settle') as settled from generations`,
  );
  const all = USERS * SUBMISSIONS_EACH;
  expect(counted).toEqual({ generations: all, attempts: all, settled: all });
});

test('events reach a user at every API, also for a request to another one', async ({ api, more, newApiUser }) => {
  const user = await newApiUser(20);
  const [first = api, second = api] = more.apis;
  const streams = await Promise.all(
    [first, second].map((one) => openEvents(one.url('/images/events'), { authorization: `Bearer ${user.token}` })),
  );
  try {
    const { id } = dataOf(calls.images.generate, await api.generate(user, CHEAPEST_BODY, 'elsewhere'));
    const told = streams.map((stream) =>
      stream.event(({ name, data }) => name === 'generation' && data.id === id && data.status === 'completed'),
    );
    expect(await Promise.all(told)).toHaveLength(2);
  } finally {
    for (const stream of streams) stream.close();
  }
});

test('a worker killed under load loses no generation', async ({ access, api, more, newApiUser }) => {
  const { database, journal } = access;
  await submitAll({ apis: [api, ...more.apis], journal }, await newUsers(newApiUser));
  more.killNewest();
  const ended = await expectSettled(access);
  expect(ended.filter(({ generation }) => generation.status !== 'completed')).toEqual([]);
  expect(await database.query('select 1 from generations where attempt > 2')).toEqual([]);
});

test('signing out at one API closes the event streams at another', async ({ api, more, newApiUser }) => {
  const user = await newApiUser(20);
  const [first = api, second = api] = more.apis;
  const stream = await openEvents(first.url('/images/events'), { authorization: `Bearer ${user.token}` });
  expect((await second.send('POST', '/auth/logout', { token: user.token })).status).toBe(200);
  let isClosed = false;
  void stream.ended.then(() => (isClosed = true));
  await until(() => isClosed, STREAM_SILENCE_MS);
  expect((await first.get('/auth/me', { token: user.token })).status).toBe(401);
});
