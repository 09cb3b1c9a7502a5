import { openEvents, type EventReader } from '@app/api/test-support/event-reader';
import { inTime } from '@app/api/test-support/in-time';
import { until } from '@app/api/test-support/until';
import { calls, STREAM_SILENCE_MS, type OAuthProvider } from '@app/contracts';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataOf, type Answered, type Person } from '../../src/api-client.js';
import { SHORT_TIMES } from '../../src/faults.js';
import { expectInvariants } from '../../src/invariants.js';
import { CHEAP } from '../../src/load.js';
import { NEIGHBOURS, useOutsideWorld, type Neighbour } from '../../src/outside-world.js';
import { useWitnesses } from '../../src/witnesses.js';

const PROMISED_MS = 3_000;
const SLOW_MS = 5_000;
const RECOVERED_WITHIN_MS = 90_000;

const world = useOutsideWorld();
const witnesses = useWitnesses(() => ({ env: { ...SHORT_TIMES, ...world.environment() } }));
const { product, api, database, journal } = witnesses;

const TROUBLES = {
  'is down': (neighbour: Neighbour) => world.line(neighbour).down(),
  'is slow': async (neighbour: Neighbour) => world.line(neighbour).slow(SLOW_MS),
  'takes connections and says nothing': async (neighbour: Neighbour) => world.line(neighbour).stall(),
} as const;

let person: Person;
/** A picture that was there before the trouble. */
let pictureId: string;
beforeAll(async () => {
  world.registerApplication(product.running.url);
  person = await witnesses.newcomer(500);
  const { id } = await journal.accepted(person);
  expect((await journal.ended()).map(({ generation }) => generation.status)).toEqual(['completed']);
  pictureId = id;
}, 120_000);

afterEach(async () => {
  for (const neighbour of NEIGHBOURS) await world.line(neighbour).open();
  await expectInvariants(database);
});

type Ask = () => Promise<Answered>;

const told =
  (method: string, path: string, sent: Parameters<typeof api.fetch>[2] = {}): Ask =>
  async () => {
    const response = await api.fetch(method, path, sent);
    const type = response.headers.get('content-type') ?? '';
    const body: unknown = type.includes('json') ? await response.json() : (await response.arrayBuffer()).byteLength;
    return { status: response.status, headers: response.headers, body };
  };

/** What is asked for, in time, and either done or said to be unavailable for now. */
async function promised(what: string, ask: Ask): Promise<Answered> {
  const { value, ms } = await inTime(PROMISED_MS, ask);
  expectPromised(what, value, ms);
  return value;
}

function expectPromised(what: string, { status, headers, body }: Answered, ms: number): void {
  expect([what, ms < PROMISED_MS ? 'in time' : `${ms} ms`]).toEqual([what, 'in time']);
  if (status < 300) return;
  expect([what, status, body]).toEqual([what, 503, expect.objectContaining({ success: false })]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

const order: Ask = () =>
  told('POST', '/images/generate', {
    token: person.token,
    body: CHEAP,
    headers: { 'idempotency-key': randomUUID() },
  })();

/** What a person does who has nothing to do with the trouble. */
async function expectTheRestWorks(): Promise<void> {
  for (const path of ['/auth/me', '/quota', '/quota/statement', '/images', '/images/generations', '/images/models']) {
    const answer = await promised(path, told('GET', path, { token: person.token }));
    expect([path, answer.status]).toEqual([path, 200]);
  }
}

/** Everything works again: somebody new comes in by each door, and a picture is made and looked at. */
async function expectRecovered(): Promise<void> {
  const deadline = Date.now() + RECOVERED_WITHIN_MS;
  const works = async (work: () => Promise<unknown>): Promise<unknown> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await sleep(500);
      }
    }
  };
  for (const provider of ['google', 'github'] as const) await works(() => api.signUp(provider));
  await works(async () => {
    const made = await journal.end(await journal.accepted(person));
    if (made.status !== 'completed') throw new Error(`${made.status} ${made.error_code}`);
  });
  await works(async () => {
    const { status } = await told('GET', `/images/${pictureId}/download`, { token: person.token })();
    if (status !== 200) throw new Error(`download answered ${status}`);
  });
}

const pids = () => (['api', 'worker'] as const).map((part) => product.running.pid(part));

/** Comes back after the consent, in the middle of the trouble. */
async function comesBack(provider: OAuthProvider, finish: Ask): Promise<Answered> {
  const start = performance.now();
  const answer = await finish();
  expectPromised(`back from ${provider}`, answer, performance.now() - start);
  return answer;
}

type Trouble = keyof typeof TROUBLES;

const statusOfModels = async (): Promise<Set<string>> => {
  const models = dataOf(calls.images.models, await api.get('/images/models'));
  return new Set(models.filter(({ engine }) => engine === 'stability').map(({ status }) => status));
};

const WHAT_ELSE: Partial<Record<Neighbour, (trouble: Trouble) => Promise<void>>> = {
  // An engine that refuses connections is found out soon, and no more credits are taken for it.
  async engine(trouble) {
    if (trouble !== 'is down') return;
    await until(async () => {
      const { status } = await promised('generate', order);
      return status === 503;
    }, 60_000);
    expect((await order()).body).toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
    expect(await statusOfModels()).toEqual(new Set(['unavailable']));
  },
  async redis() {
    const accepted = await order();
    expect(accepted.status).toBe(202);
    const { id } = dataOf(calls.images.generate, accepted);
    await until(async () => (await api.generation(person, id)).status === 'completed', 60_000);
  },
  async mail() {
    const newcomer = await api.signUp('google', { verified: 'no' });
    await promised('resend', told('POST', '/auth/resend-verification', { token: newcomer.token }));
  },
  async storage() {
    const { status } = await promised(
      'download',
      told('GET', `/images/${pictureId}/download`, { token: person.token }),
    );
    expect(status).toBe(503);
  },
};

describe.each(NEIGHBOURS.map((neighbour) => [neighbour]))('%s', (neighbour) => {
  test.each(Object.keys(TROUBLES) as Trouble[])(
    '%s: answers come in time, the rest works, and all is well afterwards without a restart',
    async (trouble) => {
      const before = pids();
      const doors = await Promise.all(
        (['google', 'github'] as const).map(async (name) => [name, await api.visitProvider(name)] as const),
      );
      const stream = await openEvents(api.url('/images/events'), { authorization: `Bearer ${person.token}` });
      try {
        await TROUBLES[trouble](neighbour);
        await expectTheRestWorks();
        for (const [provider, finish] of doors) {
          expectDoor(provider, await comesBack(provider, finish), provider === neighbour);
        }
        await promised('generate', order);
        await WHAT_ELSE[neighbour]?.(trouble);
        await expectAlive(stream);
      } finally {
        stream.close();
        await world.line(neighbour).open();
      }
      await expectRecovered();
      await journal.ended();
      expect(await statusOfModels()).toEqual(new Set(['available']));
      await expectInvariants(database);
      expect(pids()).toEqual(before);
    },
    300_000,
  );
});

function expectDoor(provider: OAuthProvider, answer: Answered, isInTrouble: boolean): void {
  expect([provider, answer.status]).toEqual([provider, isInTrouble ? 503 : 200]);
  if (isInTrouble) expect(answer.body).toMatchObject({ code: 'OAUTH_PROVIDER_UNAVAILABLE' });
}

/** A stream says something within the time after which a client takes it for dead. */
async function expectAlive(stream: EventReader): Promise<void> {
  const heard = stream.text().length;
  await until(() => stream.text().length > heard, STREAM_SILENCE_MS);
}
