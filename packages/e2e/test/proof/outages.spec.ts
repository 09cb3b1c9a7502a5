import { openEvents, type EventReader } from '@app/api/test-support/event-reader';
import { inTime } from '@app/api/test-support/in-time';
import { until } from '@app/api/test-support/until';
import { calls, STREAM_SILENCE_MS, type OAuthProvider } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataOf, type ApiClient, type ApiResponse, type ApiUser } from '../../src/users/api-client.js';
import type { ProductDatabase } from '../../src/product/database.js';
import { SHORT_TIMES } from '../../src/product/faults.js';
import { expectInvariants } from '../../src/product/invariants.js';
import { CHEAPEST_BODY, GenerationJournal } from '../../src/users/generation-journal.js';
import { OUTSIDE_SERVICES, OutsideWorld, type OutsideService } from '../../src/product/outside-world.js';
import type { Product } from '../../src/product/product.js';
import { expect, test as base } from '../../src/fixtures.js';

const PROMISED_MS = 3_000;
const SLOW_MS = 5_000;
const RECOVERED_WITHIN_MS = 90_000;

const OUTAGES = {
  'is down': (service: OutsideService) => outsideWorld.proxy(service).down(),
  'is slow': async (service: OutsideService) => outsideWorld.proxy(service).slow(SLOW_MS),
  'takes connections and says nothing': async (service: OutsideService) => outsideWorld.proxy(service).stall(),
} as const;

const test = base.extend<object, { outside: OutsideWorld }>({
  outside: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const outside = new OutsideWorld();
      await outside.start();
      await use(outside);
      await outside.stop();
    },
    { scope: 'worker' },
  ],
  productOptions: [
    ({ outside }, use) => use({ env: { ...SHORT_TIMES, ...outside.environment() } }),
    { scope: 'worker' },
  ],
});

let outsideWorld: OutsideWorld;
let product: Product;
let api: ApiClient;
let database: ProductDatabase;
let journal: GenerationJournal;
let user: ApiUser;
/** An image made before the outage. */
let imageId: string;
test.beforeAll(async ({ outside, newApiUser, product: running, api: client, database: tables }) => {
  outsideWorld = outside;
  [product, api, database] = [running, client, tables];
  journal = new GenerationJournal(api);
  outsideWorld.registerApplication(product.running.url);
  user = await newApiUser(500);
  const { id } = await journal.submitAccepted(user);
  expect((await journal.waitForAll()).map(({ generation }) => generation.status)).toEqual(['completed']);
  imageId = id;
});

test.afterEach(async () => {
  for (const service of OUTSIDE_SERVICES) await outsideWorld.proxy(service).open();
  await expectInvariants(database);
});

type Request = () => Promise<ApiResponse>;

const send =
  (method: string, path: string, sent: Parameters<ApiClient['fetch']>[2] = {}): Request =>
  async () => {
    const response = await api.fetch(method, path, sent);
    const type = response.headers.get('content-type') ?? '';
    const body: unknown = type.includes('json') ? await response.json() : (await response.arrayBuffer()).byteLength;
    return { status: response.status, headers: response.headers, body };
  };

/** The call succeeds or answers 503, in time. */
async function promised(what: string, ask: Request): Promise<ApiResponse> {
  const { value, ms } = await inTime(ask);
  const { status, headers, body } = value;
  expect([what, ms < PROMISED_MS ? 'in time' : `${ms} ms`]).toEqual([what, 'in time']);
  if (status >= 300) {
    expect([what, status, body]).toEqual([what, 503, expect.objectContaining({ success: false })]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  return value;
}

const generate: Request = () =>
  send('POST', '/images/generate', {
    token: user.token,
    body: CHEAPEST_BODY,
    headers: { 'idempotency-key': randomUUID() },
  })();

/** Calls that do not depend on the failed service. */
async function expectTheRestWorks(): Promise<void> {
  for (const path of ['/auth/me', '/quota', '/quota/statement', '/images', '/images/generations', '/images/models']) {
    const answer = await promised(path, send('GET', path, { token: user.token }));
    expect([path, answer.status]).toEqual([path, 200]);
  }
}

/** Checks sign-in with each provider, and generates and downloads an image. */
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
  await works(() => api.signUp('google'));
  await works(() => api.signUp('github'));
  await works(async () => {
    const made = await journal.waitForEnd(await journal.submitAccepted(user));
    if (made.status !== 'completed') throw new Error(`${made.status} ${made.error_code}`);
  });
  await works(async () => {
    const { status } = await send('GET', `/images/${imageId}/download`, { token: user.token })();
    if (status !== 200) throw new Error(`download answered ${status}`);
  });
}

const pids = () => (['api', 'worker'] as const).map((part) => product.running.pid(part));

/** Repeats the sign-in, because each redirect works once and `promised` may retry. */
async function visitProvider(provider: OAuthProvider): Promise<Request> {
  const visits = await Promise.all(Array.from({ length: 3 }, () => api.signInAtProvider(provider)));
  return () => {
    const comeBack = visits.pop();
    if (!comeBack) throw new Error('Every visit was used');
    return comeBack();
  };
}

type Outage = keyof typeof OUTAGES;

const findModelStatuses = async (): Promise<Set<string>> => {
  const models = dataOf(calls.images.models, await api.get('/images/models'));
  return new Set(models.filter(({ engine }) => engine === 'stability').map(({ status }) => status));
};

const FURTHER_CHECKS: Partial<Record<OutsideService, (outage: Outage) => Promise<void>>> = {
  // An engine that refuses connections becomes unavailable, and no more credits are held for it.
  async engine(outage) {
    if (outage !== 'is down') return;
    await until(async () => {
      const { status } = await promised('generate', generate);
      return status === 503;
    }, 60_000);
    expect((await generate()).body).toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
    expect(await findModelStatuses()).toEqual(new Set(['unavailable']));
  },
  async redis() {
    const accepted = await generate();
    expect(accepted.status).toBe(202);
    const { id } = dataOf(calls.images.generate, accepted);
    await until(async () => (await api.readGeneration(user, id)).status === 'completed', 60_000);
  },
  async mail() {
    const newcomer = await api.signUp('google', { verified: 'no' });
    await promised('resend', send('POST', '/auth/resend-verification', { token: newcomer.token }));
  },
  async storage() {
    const { status } = await promised('download', send('GET', `/images/${imageId}/download`, { token: user.token }));
    expect(status).toBe(503);
  },
};

async function checkOutage(service: OutsideService, outage: Outage): Promise<void> {
  const before = pids();
  const signIns = await Promise.all(
    (['google', 'github'] as const).map(async (name) => [name, await visitProvider(name)] as const),
  );
  const stream = await openEvents(api.url('/images/events'), { authorization: `Bearer ${user.token}` });
  try {
    await OUTAGES[outage](service);
    await expectTheRestWorks();
    for (const [provider, finish] of signIns) {
      expectSignIn(provider, await promised(`back from ${provider}`, finish), provider === service);
    }
    await promised('generate', generate);
    await FURTHER_CHECKS[service]?.(outage);
    await expectAlive(stream);
  } finally {
    stream.close();
    await outsideWorld.proxy(service).open();
  }
  await expectRecovered();
  await journal.waitForAll();
  expect(await findModelStatuses()).toEqual(new Set(['available']));
  await expectInvariants(database);
  expect(pids()).toEqual(before);
}

for (const service of OUTSIDE_SERVICES)
  for (const outage of Object.keys(OUTAGES) as Outage[])
    test(`while ${service} ${outage}, answers are in time, the rest works, and all recovers without a restart`, () =>
      checkOutage(service, outage));

function expectSignIn(provider: OAuthProvider, answer: ApiResponse, isOut: boolean): void {
  expect([provider, answer.status]).toEqual([provider, isOut ? 503 : 200]);
  if (isOut) expect(answer.body).toMatchObject({ code: 'OAUTH_PROVIDER_UNAVAILABLE' });
}

/** The stream sends within the time after which clients reconnect. */
async function expectAlive(stream: EventReader): Promise<void> {
  const received = stream.text().length;
  await until(() => stream.text().length > received, STREAM_SILENCE_MS);
}
