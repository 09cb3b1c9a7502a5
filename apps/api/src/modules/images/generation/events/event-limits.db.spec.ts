import { failureSchema } from '@app/contracts';
import { afterEach, expect, test } from '@jest/globals';
import { request } from 'node:http';
import { useApp, type SignedIn } from '../../../../../test/support/app.js';
import { openEvents, type EventReader } from '../../../../../test/support/http/event-reader.js';
import { HeldRequests } from '../../../../../test/support/http/held-requests.js';
import { until } from '../../../../../test/support/timing/until.js';
import { EventStreams } from './event-streams.js';

const MOST = 256;
const PER_PERSON = 8;

const held = new HeldRequests();
const app = useApp({ onCreated: held.onCreated });
const opened: EventReader[] = [];
const count = (): number => app.app.get(EventStreams, { strict: false }).count;

afterEach(async () => {
  opened.splice(0).forEach((reader) => reader.close());
  await until(() => count() === 0);
});

async function watch({ token }: SignedIn, address: string): Promise<EventReader> {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
  const reader = await openEvents(`${app.url}/api/images/events`, headers);
  opened.push(reader);
  return reader;
}

/** All at once, so that none is counted before the others have asked. */
async function watchByMany(streams: number, address: string): Promise<EventReader[]> {
  const people = await Promise.all(Array.from({ length: Math.ceil(streams / PER_PERSON) }, () => app.signIn()));
  return Promise.all(
    Array.from({ length: streams }, async (_, n) => {
      const person = people[Math.floor(n / PER_PERSON)];
      if (!person) throw new Error('too few people');
      return watch(person, address);
    }),
  );
}

test('one address has a bounded number of streams; beyond it the answer is 429, and others are served; one that ended makes room', async () => {
  const readers = await watchByMany(MOST + 24, '203.0.113.1');
  const served = readers.filter(({ status }) => status === 200);
  expect(served).toHaveLength(MOST);
  const refused = readers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(24);
  const [first] = refused;
  await first?.ended;
  expect(failureSchema.parse(JSON.parse(first?.text() ?? '')).code).toBe('RATE_LIMITED');
  expect(Number(first?.headers['retry-after'])).toBeGreaterThan(0);
  const [elsewhere, person] = [await watch(await app.signIn(), '203.0.113.2'), await app.signIn()];
  expect(elsewhere.status).toBe(200);
  served[0]?.close();
  await until(() => count() === MOST);
  expect((await watch(person, '203.0.113.1')).status).toBe(200);
});

test('a request for a stream that fails takes no room', async () => {
  for (let n = 0; n <= MOST; n += 1) await (await watch({ token: 'none' } as SignedIn, '203.0.113.1')).ended;
  expect((await watch(await app.signIn(), '203.0.113.1')).status).toBe(200);
});

test('those who leave before their stream is opened take no room', async () => {
  const person = await app.signIn();
  held.hold();
  const leaving = Array.from({ length: MOST }, () => {
    const asked = request(`${app.url}/api/images/events`, {
      headers: { authorization: `Bearer ${person.token}`, 'x-forwarded-for': '203.0.113.1' },
      agent: false,
    });
    asked.on('error', () => undefined).end();
    return asked;
  });
  await until(() => held.waiting === MOST);
  for (const asked of leaving) asked.destroy();
  await until(() => held.left === MOST);
  held.release();
  await until(() => held.waiting === 0);
  expect((await watch(person, '203.0.113.1')).status).toBe(200);
});
