import {
  calls,
  codesOf,
  LOCALES,
  successSchema,
  webhookCalls,
  type Call,
  type ErrorCode,
  type Locale,
  type Route,
} from '@app/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type * as z from 'zod';
import { healthCall } from '../../src/platform/health/health.controller.js';
import { testConfig } from '../support/config.js';
import { expectInvariants } from '../support/invariants.js';
import { TcpProxy } from '../support/proxy.js';
import { routeCollector } from '../support/registered-routes.js';
import { expectGalleries } from '../support/gallery-rules.js';
import { expectUnchanged } from '../support/unchanged.js';
import { until } from '../support/until.js';
import { ask } from './ask.js';
import { expectInAllLanguages, expectRefusal } from './expect-refusal.js';
import { probed } from './index.js';
import { Meanwhile } from './meanwhile.js';
import { useStage } from './stage.js';
import type { Asked } from './table.js';

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

const answerOf = new Map<Route, z.ZodType>(
  [
    ...Object.values(calls).flatMap((group) => Object.values(group) as Call[]),
    healthCall,
    ...Object.values(webhookCalls),
  ].map(({ route, schemas }: Call) => [route, schemas.answer] as const),
);
const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
const send = (route: Route, asked: Asked, more?: { locale?: Locale; method?: string }): Promise<Response> =>
  ask(stage.api, route, asked, more);
async function unchanged(work: () => Promise<unknown>, except: readonly string[] = []): Promise<void> {
  await stage.exportsEnded();
  await expectUnchanged(stage.api.dataSource, work, { except: [...except] });
}

const stumble = (): never => {
  throw new TypeError('undefined is not a function');
};
/** Something unforeseen is told to nobody, and costs nothing. */
const expectFault = (route: Route, asked: Asked): Promise<unknown> =>
  meanwhile.during(stumble, () =>
    unchanged(() => expectInAllLanguages('INTERNAL_ERROR', (locale) => send(route, asked, { locale }))),
  );

/** What a success carries, as the contract promises it. */
async function expectContents(route: Route, answer: Response): Promise<void> {
  const carries = route.carries ?? 'json';
  if (carries === 'stream') {
    const first = await answer.body?.getReader().read();
    expect(Buffer.from(first?.value ?? []).toString()).toMatch(/^retry: /);
    await answer.body?.cancel().catch(() => undefined);
  } else if (carries === 'binary') {
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
  } else {
    const schema = answerOf.get(route);
    if (!schema) throw new Error(`no answer is declared for ${route.path}`);
    expect(successSchema(schema).safeParse(await answer.json()).error).toBeUndefined();
  }
}

async function expectSuccess(route: Route, asked: Asked): Promise<void> {
  const head = route.method === 'GET' ? await send(route, asked, { method: 'HEAD' }) : null;
  const answer = await send(route, asked);
  expect(answer.status).toBe(route.status ?? 200);
  await expectContents(route, answer);
  if (!head) return;
  // Whoever asks for the headers gets those, and is let go.
  expect([head.status, await head.text()]).toEqual([answer.status, '']);
  for (const name of ['content-type', 'etag']) {
    expect([name, head.headers.get(name)]).toEqual([name, answer.headers.get(name)]);
  }
}

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

for (const { name, route, success, refusals } of probed) {
  describe(`${name}, ${nameOf(route)}`, () => {
    test('succeeds as declared, and not by what nobody foresaw', async () => {
      const asked = await success(stage);
      await expectFault(route, asked);
      await expectSuccess(route, asked);
    });

    for (const [code, probe] of refusals) {
      test(`answers ${code}, and nothing changes`, async () => {
        const messages = new Set<string>();
        for (const locale of LOCALES) {
          const { spends, ...asked } = await probe(stage);
          const refuse = async () =>
            messages.add(await expectRefusal(await send(route, asked, { locale }), code, locale));
          await unchanged(refuse, spends);
          await stage.reset();
        }
        expect(messages.size).toBe(LOCALES.length);
      });
    }
  });
}

test('while the database is away, every call says so that needs it, and nothing changes', async () => {
  const all: (readonly [Route, Asked])[] = [];
  for (const { route, success } of probed) all.push([route, await success(stage)]);
  const isHealthy = async (): Promise<boolean> => (await stage.api.get('/health')).status === 200;
  await unchanged(async () => {
    await database.down();
    // Health is remembered for a second.
    await until(async () => !(await isHealthy()));
    for (const [route, asked] of all) {
      const needsIt = codesOf(route).includes('SERVICE_UNAVAILABLE');
      if (needsIt) await expectInAllLanguages('SERVICE_UNAVAILABLE', (locale) => send(route, asked, { locale }));
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
      unchanged(() => expectInAllLanguages('SERVICE_UNAVAILABLE', (locale) => send(route, asked, { locale }))),
    );
    await expectContents(route, await send(route, asked));
  }
});

test('after all of it, credits and galleries are right', async () => {
  await expectInvariants(stage.api.dataSource);
  await expectGalleries(stage.api.dataSource);
});
