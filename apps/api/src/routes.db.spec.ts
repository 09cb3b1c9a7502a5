import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  allRoutes,
  BATCH_BODY_BYTES,
  calls,
  codesOf,
  LOCALES,
  publicRoutes,
  routes,
  type Call,
  type Locale,
  type Route,
} from '@app/contracts';
import { ask as send } from '../test/codes/ask.js';
import { expectRefusal } from '../test/codes/expect-refusal.js';
import type { Asked } from '../test/codes/table.js';
import { createKey } from '../test/support/api-keys.js';
import { useApp, type Answered, type SignedIn } from '../test/support/app.js';
import { contractOf, routeCollector } from '../test/support/http/registered-routes.js';
import { drawn, WHOLE } from '../test/support/timing/drawn.js';
import { expectUnchanged } from '../test/support/database/unchanged.js';

const { registered, onCreated } = routeCollector();
const api = useApp({ onCreated });

const allCalls = Object.values(calls).flatMap((group) => Object.values(group) as Call[]);
const exists = (route: Route) => registered.some(({ method, path }) => method === route.method && path === route.path);
const existingCalls = () => allCalls.filter(({ route }) => exists(route));
/** Mail programs send whatever form they like. */
const takesAnyBody: readonly Route[] = [routes.users.unsubscribe];
const callsWithBody = () =>
  existingCalls().filter(({ route }) => route.method !== 'GET' && !takesAnyBody.includes(route));
const concrete = (path: string, id: string = randomUUID()) =>
  path.replace(':provider', 'google').replace(/:\w+/g, id).replace('*', 'pictures/none.png');
const withoutRequestId = ({ status, body }: Answered) => ({ status, body: { ...body, request_id: undefined } });

/** `npm run proof` asks each route in every way. Here the routes share them out. */
const shareOf = <T>(ways: readonly T[], route: number): T[] =>
  ways.filter((_, at) => WHOLE || at === route % ways.length);

let person: SignedIn;
let key: string;
beforeAll(async () => {
  person = await api.signIn();
  key = (await createKey(api, person)).key;
});

test('every route of the running application stands in the contract', () => {
  expect(registered.length).toBeGreaterThan(20);
  expect(registered.filter((route) => contractOf(route) === undefined)).toEqual([]);
});

test('without a living token, exactly the public routes of the contract answer', async () => {
  const gone = await api.signIn();
  await api.dataSource.query('update users set deleted_at = now() where id = $1', [gone.userId]);
  const out = await api.signIn();
  await api.post('/auth/logout', { token: out.token });
  const dead = ['garbage', 'a.b.c', `${person.token}x`, person.refreshToken, gone.token, out.token];
  const open = new Set<string>();
  const closed = new Set<string>();
  await expectUnchanged(api.dataSource, async () => {
    for (const route of registered) {
      for (const token of [undefined, ...shareOf(dead, registered.indexOf(route))]) {
        const { status } = await api.request(route.method, concrete(route.path), token === undefined ? {} : { token });
        (status === 401 ? closed : open).add(`${route.method} ${route.path}`);
      }
    }
  });
  const isPublic = (name: string) =>
    publicRoutes.some(({ method, path }) => [`${method} ${path}`, `HEAD ${path}`].includes(name));
  expect([...open].filter((name) => !isPublic(name))).toEqual([]);
  expect([...closed].filter(isPublic)).toEqual([]);
});

test('an authorization header that is no Bearer token is none', async () => {
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    `Basic ${person.token}`,
    `Bearer  ${person.token}`,
    person.token,
  ]) {
    expect((await api.get('/auth/verify', { headers: { authorization } })).status).toBe(401);
  }
});

describe('what a call does not take', () => {
  const NO_OBJECTS: unknown[] = [[], [1], 'text', 7, true];
  const ask = (call: Call, sent: { query?: string; body?: unknown }, { token } = person) =>
    api.request(call.route.method, concrete(call.route.path) + (sent.query ?? ''), {
      token: call.route.access === 'key' ? key : token,
      ...('body' in sent && { body: sent.body }),
    });
  const expectFault = (answer: Answered, path: string, what: string) => {
    expect([what, answer.status, answer.body.code]).toEqual([what, 400, 'VALIDATION_FAILED']);
    expect([what, answer.body.details?.map((detail) => detail.path)]).toEqual([what, expect.arrayContaining([path])]);
  };

  /** Of calls that need a token `access.db.spec.ts` shows it. */
  test('is refused by its name in the query', async () => {
    const open = existingCalls().filter(({ route }) => route.access === 'public');
    expect(open.length).toBeGreaterThan(10);
    await expectUnchanged(api.dataSource, async () => {
      for (const call of open) {
        const what = `${call.route.method} ${call.route.path}`;
        expectFault(await ask(call, { query: '?surprise=1' }), 'query.surprise', what);
      }
    });
  });

  test('is refused by its name in the body', async () => {
    await expectUnchanged(api.dataSource, async () => {
      for (const call of callsWithBody()) {
        const what = `${call.route.method} ${call.route.path}`;
        expectFault(await ask(call, { body: { surprise: 1, user_id: 'x', credits: 1e9 } }), 'body.surprise', what);
      }
    });
  });

  test('is refused by the name of each field that has another type', async () => {
    let fields = 0;
    await expectUnchanged(api.dataSource, async () => {
      for (const call of existingCalls()) {
        const shape = (call.schemas.body as { shape?: Record<string, unknown> } | undefined)?.shape ?? {};
        for (const name of drawn(Object.keys(shape), Infinity)) {
          fields += 1;
          const what = `${call.route.method} ${call.route.path} ${name}`;
          expectFault(await ask(call, { body: { [name]: { odd: [1] } } }), `body.${name}`, what);
        }
      }
    });
    expect(fields).toBeGreaterThan(10);
  });

  test('is refused when it is no object', async () => {
    // Some calls are counted strictly for each person, valid or not.
    const askers = await Promise.all(NO_OBJECTS.map(() => api.signIn()));
    await expectUnchanged(api.dataSource, async () => {
      for (const [at, call] of callsWithBody().entries()) {
        for (const body of shareOf(NO_OBJECTS, at)) {
          const { status, body: answer } = await ask(call, { body }, askers[NO_OBJECTS.indexOf(body)]);
          expect([call.route.path, status, answer.code]).toEqual([call.route.path, 400, 'VALIDATION_FAILED']);
        }
      }
    });
  });
});

describe('a body that cannot be read changes nothing:', () => {
  // More than batches may have.
  const big = JSON.stringify({ filler: 'x'.repeat(BATCH_BODY_BYTES) });
  const unreadable: [string, string | Buffer, Record<string, string>, number, string][] = [
    ['plain text', '{}', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['XML', '<a/>', { 'content-type': 'text/xml' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a multipart form', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['another kind of JSON', '{}', { 'content-type': 'application/merge-patch+json' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['another character set', '{}', { 'content-type': 'application/json; charset=gbk' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'packed',
      Buffer.from('1f8b', 'hex'),
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['broken JSON', '{"a":', { 'content-type': 'application/json' }, 400, 'MALFORMED_BODY'],
    [
      'no UTF-8',
      Buffer.from('7b2261223a22ff227d', 'hex'),
      { 'content-type': 'application/json' },
      400,
      'MALFORMED_BODY',
    ],
    ['a poisoned prototype', '{"__proto__":{"x":1}}', { 'content-type': 'application/json' }, 400, 'MALFORMED_BODY'],
    [
      'a poisoned constructor',
      '{"constructor":{"prototype":{}}}',
      { 'content-type': 'application/json' },
      400,
      'MALFORMED_BODY',
    ],
    ['too much', big, { 'content-type': 'application/json' }, 413, 'BODY_TOO_LARGE'],
  ];
  const namesOf = (code: string) => unreadable.filter((one) => one[4] === code).map(([name]) => name);

  /** Those that have a limit of their own, and a part of the others. */
  const readingMost = (some: Call[]): Call[] => {
    const isOfBatches = ({ route }: Call) => route.path.includes('/batches');
    return [
      ...some.filter(isOfBatches),
      ...drawn(
        some.filter((call) => !isOfBatches(call)),
        3,
      ),
    ];
  };

  test.each(unreadable)('%s', async (name, raw, headers, status, code) => {
    // Limits count requests before their bodies are read.
    const { token: session } = await api.signIn();
    await expectUnchanged(api.dataSource, async () => {
      const calling = callsWithBody().filter((_, at) => shareOf(namesOf(code), at).includes(name));
      const meeting = raw === big ? readingMost(calling) : calling;
      expect(meeting.length).toBeGreaterThan(0);
      for (const { route } of meeting) {
        const token = route.access === 'key' ? key : session;
        const answer = await api.request(route.method, concrete(route.path), { token, raw, headers });
        expect([route.path, answer.status, answer.body.code]).toEqual([route.path, status, code]);
      }
    });
  });
});

test('what comes with a GET is not read', async () => {
  const ask = ({ path, access }: Route, headers: Record<string, string> = {}) =>
    api.get(`${concrete(path)}?surprise=1`, { token: access === 'key' ? key : person.token, headers });
  const packed = { 'content-type': 'text/xml; charset=gbk', 'content-encoding': 'gzip' };
  for (const { route } of existingCalls().filter(({ route: { method } }) => method === 'GET')) {
    const [odd, plain] = [await ask(route, packed), await ask(route)];
    expect([route.path, withoutRequestId(odd)]).toEqual([route.path, withoutRequestId(plain)]);
    expect([route.path, plain.body.code]).toEqual([route.path, 'VALIDATION_FAILED']);
  }
});

describe('too many requests', () => {
  const limited = useApp({ env: { RATE_LIMIT_PER_MINUTE: '1' } });
  /** Of one address in a minute, whatever it asks for. */
  const FLOOD = 4;

  const allowedBefore = (route: Route): number | null => {
    if (!codesOf(route).includes('RATE_LIMITED')) return null;
    // A page asks for dozens of files.
    return route === routes.service.file ? FLOOD : 1;
  };

  /** A new person at a new address, so that requests of other routes do not count. */
  async function stranger(route: Route, at: number): Promise<Asked> {
    // Counted like any other, but it does nothing.
    const asked = { headers: { 'x-forwarded-for': `203.0.113.${at}` }, query: { surprise: '1' } };
    if (route.access === 'public') return asked;
    const by = await limited.signIn();
    return { ...asked, by: route.access === 'key' ? { ...by, token: (await createKey(limited, by)).key } : by };
  }

  /** How many requests had another answer before one was refused; null when none was. */
  async function answeredBefore(route: Route, asked: Asked, locale: Locale): Promise<number | null> {
    for (let answered = 0; answered <= FLOOD; answered += 1) {
      const answer = await send(limited, route, asked, { locale });
      if (answer.status === 429) {
        await expectRefusal(answer, 'RATE_LIMITED', locale);
        return answered;
      }
      await answer.arrayBuffer();
    }
    return null;
  }

  test.each(['public', 'user', 'key'] as const)(
    'to each call of access %s are refused, with the time to wait, and nothing changes',
    async (access) => {
      const flooded: (readonly [Route, Asked, Locale])[] = [];
      const all = allRoutes.filter((route) => route.access === access);
      for (const route of access === 'public' ? all : drawn(all, 3)) {
        const at = allRoutes.indexOf(route);
        const locale = LOCALES[at % LOCALES.length] ?? 'en';
        flooded.push([route, await stranger(route, at + 1), locale]);
      }
      expect(flooded.length).toBeGreaterThan(0);
      await expectUnchanged(limited.dataSource, async () => {
        for (const [route, asked, locale] of flooded) {
          expect([route.path, await answeredBefore(route, asked, locale)]).toEqual([route.path, allowedBefore(route)]);
        }
      });
    },
  );
});
