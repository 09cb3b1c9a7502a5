import { codesOf, type ErrorCode, type Locale, type Route } from '@app/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testConfig } from '../support/config.js';
import { TcpProxy } from '../support/proxy.js';
import { routeCollector } from '../support/registered-routes.js';
import { until } from '../support/until.js';
import { ask } from './ask.js';
import { expectInAllLanguages } from './expect-refusal.js';
import { probed } from './index.js';
import { Meanwhile } from './meanwhile.js';
import { expectContents, nameOf, provokeCodes, unchanged } from './provoke-codes.js';
import { useStage } from './stage.js';
import type { Asked } from './table.js';

/** Calls of these groups have files of their own, `codes.<group>.db.spec.ts`. */
const ELSEWHERE = ['images.', 'subscriptions.'];

const meanwhile = new Meanwhile();
const { registered, onCreated } = routeCollector();
const database = TcpProxy.before(testConfig().database.url);
beforeAll(() => database.open());
const stage = useStage({
  env: (databaseUrl) => ({ DATABASE_URL: database.urlThrough(databaseUrl) }),
  onCreated: (app) => {
    onCreated(app);
    app.useGlobalInterceptors(meanwhile);
  },
});
afterAll(() => database.down());

const send = (route: Route, asked: Asked, locale?: Locale): Promise<Response> =>
  ask(stage.api, route, asked, { ...(locale && { locale }) });

describe('the table of probes', () => {
  test('has each route of the running application, with each of its own codes, and no other', () => {
    const running = registered.filter(({ method }) => method !== 'HEAD');
    expect(running.length).toBeGreaterThan(20);
    expect(probed.map(({ route }) => nameOf(route)).toSorted()).toEqual(running.map(nameOf).toSorted());
    for (const { name, route, refusals } of probed) {
      expect([name, ...refusals.map(([code]) => code).toSorted()]).toEqual([name, ...route.errors.toSorted()]);
    }
  });

  test('leaves to other tests only the codes that calls of a kind share', () => {
    const shared = probed.flatMap(({ route }) => codesOf(route).filter((code) => !route.errors.includes(code)));
    const provenBelow: ErrorCode[] = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
    const provenWithLimits: ErrorCode[] = ['RATE_LIMITED'];
    const provenWithRoutes: ErrorCode[] = [
      'BODY_TOO_LARGE',
      'MALFORMED_BODY',
      'UNAUTHENTICATED',
      'UNSUPPORTED_MEDIA_TYPE',
      'VALIDATION_FAILED',
    ];
    expect([...new Set(shared)].toSorted()).toEqual(
      [...provenBelow, ...provenWithLimits, ...provenWithRoutes].toSorted(),
    );
  });
});

test('while the database is away, every call says so that needs it, and nothing changes', async () => {
  const all: (readonly [Route, Asked])[] = [];
  for (const { route, success } of probed) all.push([route, await success(stage)]);
  const isHealthy = async (): Promise<boolean> => (await stage.api.get('/health')).status === 200;
  await unchanged(stage, async () => {
    await database.down();
    // Health is remembered for a second.
    await until(async () => !(await isHealthy()));
    for (const [route, asked] of all) {
      const needsIt = codesOf(route).includes('SERVICE_UNAVAILABLE');
      if (needsIt) await expectInAllLanguages('SERVICE_UNAVAILABLE', (locale) => send(route, asked, locale));
      else expect([route.path, (await send(route, asked)).status]).toEqual([route.path, 200]);
    }
    await database.open();
    await until(isHealthy);
  });
});

test('while the storage is away, every call that sends pictures says so, and nothing changes', async () => {
  const sending = ['images.exportGenerations', 'images.download', 'images.downloadShared', 'service.file'];
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

provokeCodes(
  stage,
  meanwhile,
  probed.filter(({ name }) => !ELSEWHERE.some((group) => name.startsWith(group))),
);
