import { codesOf, type Locale, type Route } from '@app/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testConfig } from '../support/config.js';
import { TcpProxy } from '../support/http/proxy.js';
import { until } from '../support/timing/until.js';
import { ask } from './ask.js';
import { expectInAllLanguages } from './expect-refusal.js';
import { probed } from './index.js';
import { expectContents, unchanged } from './provoke-codes.js';
import { useStage } from './stage.js';
import type { Asked } from './table.js';

const database = TcpProxy.before(testConfig().database.url);
beforeAll(() => database.open());
const stage = useStage({ env: (databaseUrl) => ({ DATABASE_URL: database.urlThrough(databaseUrl) }) });
afterAll(() => database.down());

const send = (route: Route, asked: Asked, locale?: Locale): Promise<Response> =>
  ask(stage.api, route, asked, { ...(locale && { locale }) });

test('while the database is away, every call that needs it answers SERVICE_UNAVAILABLE, and nothing changes', async () => {
  const person = await stage.person();
  const program = await stage.withKey(person);
  // A token or key is looked up first, so that only public calls get as far as their parameters.
  const callers = { user: { by: person }, key: { by: program } };
  const all: (readonly [Route, Asked])[] = [];
  for (const { route, success } of probed)
    all.push([route, route.access === 'public' ? await success(stage) : callers[route.access]]);
  const isHealthy = async (): Promise<boolean> => (await stage.api.get('/health')).status === 200;
  await unchanged(stage, async () => {
    await database.down();
    // Health is remembered for a second.
    await until(async () => !(await isHealthy()));
    for (const [route, asked] of all) {
      const needsIt = codesOf(route).includes('SERVICE_UNAVAILABLE');
      if (needsIt) await expectInAllLanguages('SERVICE_UNAVAILABLE', (locale) => send(route, asked, locale));
      else expect([route.path, (await send(route, asked)).status]).toEqual([route.path, route.status ?? 200]);
    }
    await database.open();
    await until(isHealthy);
  });
});

test('while the storage is away, every call that sends images answers SERVICE_UNAVAILABLE, and nothing changes', async () => {
  const sending = [
    'images.exportGenerations',
    'images.download',
    'images.downloadShared',
    'v1.downloadImage',
    'service.file',
  ];
  const senders = probed.filter(({ name }) => sending.includes(name));
  expect(senders).toHaveLength(sending.length);
  for (const { route, success } of senders) {
    const asked = await success(stage);
    await stage.withoutStorage(() =>
      unchanged(stage, () => expectInAllLanguages('SERVICE_UNAVAILABLE', (locale) => send(route, asked, locale))),
    );
    await expectContents(route, await send(route, asked));
  }
});
