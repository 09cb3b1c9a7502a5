import { openEvents } from '@app/api/test-support/event-reader';
import { until } from '@app/api/test-support/until';
import { calls, STREAM_SILENCE_MS } from '@app/contracts';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { dataOf, type Person } from '../../src/api-client.js';
import { SHORT_TIMES } from '../../src/faults.js';
import { expectInvariants, expectSettled } from '../../src/invariants.js';
import { CHEAP } from '../../src/load.js';
import { useMoreProcesses } from '../../src/more-processes.js';
import { useWitnesses } from '../../src/witnesses.js';

const PEOPLE = 12;
const ORDERS_EACH = 3;

const witnesses = useWitnesses({ env: SHORT_TIMES });
const { product, api, database, journal } = witnesses;
const more = useMoreProcesses(product, { apis: 2, workers: 2 });
const apis = [api, ...more.apis];

let people: Person[];
beforeAll(async () => {
  people = await Promise.all(Array.from({ length: PEOPLE }, () => witnesses.newcomer(20)));
});
afterEach(() => expectInvariants(database));

/** The same order at every API at once, as impatient clients behind a balancer send it. */
async function orderEverywhere(person: Person, key: string): Promise<void> {
  const answers = await Promise.all(apis.map((one) => one.generate(person, CHEAP, key)));
  const ids = new Set(answers.map((answer) => dataOf(calls.images.generate, answer).id));
  expect(ids.size).toBe(1);
  for (const id of ids) journal.acknowledged.push({ person, body: CHEAP, key, id });
}

const orderAll = (round: string): Promise<unknown> =>
  Promise.all(
    people.flatMap((person) =>
      Array.from({ length: ORDERS_EACH }, (_, n) => orderEverywhere(person, `${round}-${person.userId}-${n}`)),
    ),
  );

test('three APIs and three workers take each order once and do each once', async () => {
  await orderAll('calm');
  const ended = await expectSettled(witnesses);
  expect(ended.filter(({ generation }) => generation.status !== 'completed')).toEqual([]);
  expect(ended).toHaveLength(PEOPLE * ORDERS_EACH);
  const [counted] = await database.query<{ generations: number; attempts: number; settled: number }[]>(
    `select count(*)::int as generations, sum(attempt)::int as attempts,
            (select count(*)::int from ledger_entries where kind = 'settle') as settled from generations`,
  );
  const all = PEOPLE * ORDERS_EACH;
  expect(counted).toEqual({ generations: all, attempts: all, settled: all });
}, 240_000);

test('who is told of their work by one API may have ordered it at another', async () => {
  const [person] = people;
  const [first, second, third] = apis;
  if (!person || !first || !second || !third) throw new Error('nobody is there');
  const streams = await Promise.all(
    [first, second].map((one) => openEvents(one.url('/images/events'), { authorization: `Bearer ${person.token}` })),
  );
  try {
    const { id } = dataOf(calls.images.generate, await third.generate(person, CHEAP, 'elsewhere'));
    const told = streams.map((stream) =>
      stream.event(({ name, data }) => name === 'generation' && data.id === id && data.status === 'completed'),
    );
    expect(await Promise.all(told)).toHaveLength(2);
  } finally {
    for (const stream of streams) stream.close();
  }
}, 60_000);

test('a worker that dies amid the rush takes nothing with it', async () => {
  const before = journal.acknowledged.length;
  await orderAll('rush');
  more.crash();
  const ended = await expectSettled(witnesses);
  expect(ended.slice(before).filter(({ generation }) => generation.status !== 'completed')).toEqual([]);
  expect(await database.query('select 1 from generations where attempt > 2')).toEqual([]);
}, 240_000);

test('signing out at one API closes what another has open', async () => {
  const person = people.at(-1);
  const [first, second] = apis;
  if (!person || !first || !second) throw new Error('nobody is there');
  const stream = await openEvents(first.url('/images/events'), { authorization: `Bearer ${person.token}` });
  expect((await second.send('POST', '/auth/logout', { token: person.token })).status).toBe(200);
  let isClosed = false;
  void stream.ended.then(() => (isClosed = true));
  await until(() => isClosed, STREAM_SILENCE_MS);
  expect((await first.get('/auth/me', { token: person.token })).status).toBe(401);
});
