import { API_KEY_SCOPES, routes, type Answer, type Route } from '@app/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { rows } from '../../src/platform/database/rows.js';
import { createKey } from '../support/api-keys.js';
import { useApp, type SignedIn, type TestApp } from '../support/app.js';
import { contractOf, routeCollector, type RegisteredRoute } from '../support/http/registered-routes.js';
import { WHOLE } from '../support/timing/drawn.js';
import { expectUnchanged } from '../support/database/unchanged.js';
import { createEndpoint } from '../support/webhooks/webhooks.js';
import { failImage } from '../support/images/work.js';

const { registered, onCreated } = routeCollector();
const api = useApp({ onCreated });
const v1 = Object.values(routes.v1) as Route[];
const keyRoutes = v1.filter(({ access }) => access === 'key');
const address = (path: string): string => path.replace(/:\w+/g, randomUUID()).replace('*', 'none');

let person: SignedIn;
beforeAll(async () => {
  person = await api.signIn();
});

const expired = async (): Promise<string> => {
  const { id, key } = await createKey(api, person);
  await rows(api.dataSource, `update api_keys set expires_at = now() where id = $1`, [id]);
  return key;
};
const revoked = async (): Promise<string> => {
  const { id, key } = await createKey(api, person);
  await rows(api.dataSource, `update api_keys set revoked_at = now() where id = $1`, [id]);
  return key;
};

describe('every route of the running application', () => {
  /** The field that is wrong is told only to those who may ask. */
  const ask = async ({ method, path }: RegisteredRoute, token: string | undefined): Promise<string> => {
    const sent = token === undefined ? {} : { token };
    const { status, body } = await api.request(method, `${address(path)}?surprise=1`, sent);
    if (method === 'HEAD') return String(status);
    const names = (body.details ?? []).map((detail) => detail.path).filter((name) => name === 'query.surprise');
    return [status, body.code, ...names].join(' ');
  };
  const expected = (route: Route, method: string, kind: 'session' | 'with' | 'without' | 'none'): string => {
    const isOpenToAll = route.scope === null && kind === 'without';
    const opens = route.access === 'key' ? kind === 'with' || isOpenToAll : kind === 'session';
    const isForbidden = route.access === 'key' && kind === 'without';
    const [status, code] = opens
      ? [400, 'VALIDATION_FAILED query.surprise']
      : isForbidden
        ? [403, 'SCOPE_MISSING']
        : [401, 'UNAUTHENTICATED'];
    return method === 'HEAD' ? String(status) : `${status} ${code}`;
  };

  test('is opened by its kind of token alone, a key by its scope alone, and nothing changes by asking', async () => {
    const withOnly = new Map<string, string>();
    const withAllBut = new Map<string, string>();
    for (const scope of API_KEY_SCOPES) {
      withOnly.set(scope, (await createKey(api, person, { scopes: [scope] })).key);
      const rest = API_KEY_SCOPES.filter((one) => one !== scope);
      withAllBut.set(scope, (await createKey(api, person, { scopes: rest })).key);
    }
    // `npm run proof` asks each route with each of them. Here the routes share them out.
    const useless = [undefined, 'lum_live_x', `${withOnly.get('read')}x`, await expired(), await revoked()];
    const closed = registered.map((one) => ({ one, route: contractOf(one) }));
    let asked = 0;
    await expectUnchanged(api.dataSource, async () => {
      for (const [at, { one, route }] of closed.entries()) {
        if (!route || route.access === 'public') continue;
        const scope = route.scope ?? 'read';
        const own = [
          ['session', person.token],
          ['with', withOnly.get(scope)],
        ] as const;
        const others = [
          ['without', withAllBut.get(scope)],
          ...useless.filter((_, nth) => WHOLE || nth === at % useless.length).map((token) => ['none', token] as const),
        ] as const;
        // Which tokens open no route of sessions, `routes.db.spec.ts` shows too.
        for (const [kind, token] of route.access === 'key' || WHOLE ? [...own, ...others] : own) {
          const what = `${one.method} ${one.path} ${kind} ${token}`;
          expect([what, await ask(one, token)]).toEqual([what, expected(route, one.method, kind)]);
          asked += 1;
        }
      }
    });
    const counted = (access: Route['access']) => closed.filter(({ route }) => route?.access === access).length;
    const most = 3 + (WHOLE ? useless.length : 1);
    expect(counted('user')).toBeGreaterThan(60);
    expect(counted('key')).toBeGreaterThan(20);
    expect(asked).toBe(counted('key') * most + counted('user') * (WHOLE ? most : 2));
  });
});

describe('a key', () => {
  test('is read from the header alone', async () => {
    const { key } = await createKey(api, person);
    for (const path of [`/v1/credits?access_token=${key}`, `/v1/credits?key=${key}`]) {
      expect((await api.get(path)).status).toBe(401);
    }
    expect((await api.get('/v1/credits', { headers: { 'x-api-key': key, cookie: `token=${key}` } })).status).toBe(401);
  });
});

describe('answers of the public API', () => {
  const limited = useApp({ env: { RATE_LIMIT_PER_MINUTE: '5' } });

  test('tell what is left of the limit, which the web of the same person does not use up', async () => {
    const by = await limited.signIn();
    const [one, other] = [await createKey(limited, by), await createKey(limited, by)];
    const statuses: number[] = [];
    const remaining: string[] = [];
    for (let request = 0; request < 6; request += 1) {
      const token = (request % 2 === 0 ? one : other).key;
      const { status, headers } = await limited.get('/v1/models', {
        token,
        headers: { 'x-forwarded-for': `203.0.113.${request}` },
      });
      statuses.push(status);
      remaining.push(headers.get('ratelimit-remaining') ?? '');
      expect(headers.get('ratelimit-limit')).toBe('5');
      const reset = Number(headers.get('ratelimit-reset'));
      expect(reset > 0 && reset <= 60).toBe(true);
      if (status === 429) expect(headers.get('retry-after')).toBe(String(reset));
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(remaining).toEqual(['4', '3', '2', '1', '0', '0']);
    const web = await limited.get('/auth/verify', { token: by.token, headers: { 'x-forwarded-for': '203.0.113.99' } });
    expect([web.status, web.headers.get('ratelimit-limit')]).toEqual([200, null]);
  });

  test('carry a request id, and nothing that opens them to pages of other origins', async () => {
    const { key } = await createKey(api, person);
    for (const { path, method } of v1) {
      const headers = { origin: 'https://elsewhere.example' };
      const answer = await api.request(method, address(path), { token: key, headers });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      const preflight = await api.request('OPTIONS', address(path), { headers });
      expect(preflight.status).toBe(404);
    }
  });
});

describe('with FEATURE_PUBLIC_API=false', () => {
  const off = useApp({ env: { FEATURE_PUBLIC_API: 'false' } });

  test('nothing of the public API, of keys and of webhook endpoints is there, for any caller', async () => {
    const by = await off.signIn();
    const { key } = await createKey(off, by);
    const { mcp, mcpStream, mcpSession } = routes.service;
    const own = [...Object.values(routes.apiKeys), ...Object.values(routes.webhookEndpoints)];
    const all: Route[] = [...v1, mcp, mcpStream, mcpSession, ...own];
    for (const { method, path } of all) {
      for (const sent of [{}, { token: by.token }, { token: key }]) {
        const { status, body } = await off.request(method, address(path), sent);
        expect([path, status, body.code]).toEqual([path, 404, 'NOT_FOUND']);
      }
    }
  });

  /** Events that a generation which fails leaves for an endpoint of its owner. */
  async function eventsOf(app: TestApp): Promise<string[]> {
    const { userId, token } = await app.signIn();
    const { id } = await createEndpoint(app.dataSource, userId, 'https://receiver.example/', ['generation.failed']);
    const started = await app.post<Answer<'images.generate'>>('/images/generate', { token, body: { prompt: 'a fox' } });
    // By the connections of the application, which knows its settings.
    const own = { ...app, dataSource: app.app.get(DataSource) };
    for (const image of started.body.data.generated_images) await failImage(own, image.id, 'ENGINE_FAILED');
    const events = await rows<{ type: string }>(
      app.dataSource,
      `select type from webhook_deliveries join webhook_events e on e.id = event_id where endpoint_id = $1`,
      [id],
    );
    return events.map(({ type }) => type);
  }

  test('no event is recorded for webhooks, which nobody could change or delete', async () => {
    expect(await eventsOf(api)).toEqual(['generation.failed']);
    expect(await eventsOf(off)).toEqual([]);
  });
});

test('each route of the public API but its document asks for a scope', () => {
  expect(keyRoutes).toHaveLength(v1.length - 1);
  expect(keyRoutes.map(({ scope }) => scope)).not.toContain(undefined);
});
