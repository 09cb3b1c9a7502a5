import { routes, type NewApiKey } from '@app/contracts';
import { describe, expect, jest, test } from '@jest/globals';
import { useApp } from '../../../test/support/app.js';
import { Browser } from '../../../test/support/http/browser.js';
import { openEvents } from '../../../test/support/http/event-reader.js';
import { useSandbox } from '../../../test/support/sandbox.js';
import { until } from '../../../test/support/timing/until.js';
import { Health } from '../health/health.js';
import { secretHash } from '../secret-hash.js';
import { createLogger, scrub } from './logger.js';

const lines: string[] = [];
const sandbox = useSandbox();
const api = useApp({
  env: () => ({ ...sandbox.environment(), LOG_LEVEL: 'trace' }),
  log: { write: (line) => void lines.push(line) },
});
const requestLines = () =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'request');

test('a whole journey, failures included, leaves no secret and nothing personal in the log', async () => {
  const email = 'canary@example.com';
  await sandbox.control('google/accounts', { name: 'Canary Person', email, emailVerified: false });
  const browser = new Browser(api);
  const { code, state } = await browser.approve('google', email, '/generate?prompt=canary-prompt');
  const [cookie] = [...browser.cookies.values()];
  const { access_token, refresh_token } = (await browser.comeBack('google', { code, state })).body.data;
  const secrets = [code, state, cookie ?? '', access_token, refresh_token];

  const token = access_token;
  await browser.comeBack('google', { code, state });
  await api.post('/auth/refresh', { body: { refresh_token } });
  await api.post('/auth/refresh', { body: { refresh_token: 'canary-refresh' } });
  await api.get('/users/profile?access_token=canary-query', { token });
  await api.request('PATCH', '/users/profile', { token, body: { name: 'canary-name\u0000' } });
  await api.post('/images/generate', { token, body: { prompt: 'canary-prompt' } });
  await api.get('/files/pictures/canary-key.png?e=1&s=canary-signature');
  await api.get('/images/shared/canary-share', { token });
  await api.post('/auth/verify-email', { body: { token: 'canary-mail-token' } });
  // A failure inside, with a statement whose parameters are personal.
  await api.dataSource.query('alter table users rename column name to renamed');
  const broken = await api.request('PATCH', '/users/profile', { token, body: { name: 'canary-broken' } });
  await api.dataSource.query('alter table users rename column renamed to name');
  const made = await api.post<NewApiKey>('/api-keys', { token, body: { name: 'canary-key', scopes: ['read'] } });
  const { key } = made.body.data;
  secrets.push(key, key.slice(-20), secretHash(key).toString('hex'), secretHash(key).toString('base64'));
  await api.get('/v1/credits', { token: key });
  await api.get(`/v1/credits?key=${key}`, { token: key });
  await api.get(`/v1/${key}`, { token: key });
  await api.dataSource.query('alter table api_keys rename column scopes to renamed');
  const brokenKey = await api.get('/v1/credits', { token: key });
  await api.dataSource.query('alter table api_keys rename column renamed to scopes');
  expect(brokenKey.status).toBe(500);
  await api.post('/auth/logout', { token });

  expect(broken).toMatchObject({
    status: 500,
    body: { code: 'INTERNAL_ERROR', message: 'Server error, please try again later' },
  });
  expect(Object.keys(broken.body).sort()).toEqual(['code', 'message', 'request_id', 'success']);
  const log = lines.join('');
  expect(log).toContain(broken.body.request_id);
  expect(lines.length).toBeGreaterThan(15);
  for (const secret of [...secrets, email, 'Canary Person', 'canary']) expect(log).not.toContain(secret);
});

describe('a request', () => {
  test('is one line, by its pattern, with who asked, what came of it and its id', async () => {
    const { token, userId } = await api.signIn();
    lines.length = 0;
    const answer = await api.get('/auth/verify', { token });
    expect(requestLines()).toEqual([
      expect.objectContaining({
        level: 'info',
        request_id: answer.headers.get('x-request-id'),
        method: 'GET',
        route: '/api/auth/verify',
        status: 200,
        user_id: userId,
      }),
    ]);
  });

  test('that fails names the code', async () => {
    lines.length = 0;
    await api.get('/auth/verify');
    expect(requestLines()).toMatchObject([{ status: 401, code: 'UNAUTHENTICATED' }]);
  });
});

describe('a health check', () => {
  const { health, live, ready } = routes.service;

  test.each([health.path, live.path, ready.path])('that finds all well is a line for debugging: %s', async (path) => {
    lines.length = 0;
    await api.get(path);
    expect(requestLines()).toMatchObject([{ level: 'debug', route: `/api${path}`, status: 200 }]);
  });

  test('that finds the database down is told to operators', async () => {
    const check = jest.spyOn(api.app.get(Health, { strict: false }), 'check');
    check.mockResolvedValue({ database: 'down', redis: 'ok' });
    lines.length = 0;
    await api.get(health.path);
    check.mockRestore();
    expect(requestLines()).toMatchObject([{ level: 'info', status: 503, code: 'SERVICE_UNAVAILABLE' }]);
  });

  test.each([
    ['DELETE', health.path],
    ['GET', `${health.path}/x`],
  ])('is no other request at its address: %s %s', async (method, path) => {
    lines.length = 0;
    await api.request(method, path);
    expect(requestLines()).toMatchObject([{ level: 'info', method, status: 404 }]);
  });
});

test('an event stream is one line, written when it ends', async () => {
  const { token, userId } = await api.signIn();
  const reader = await openEvents(`${api.url}/api/images/events`, { authorization: `Bearer ${token}` });
  expect(requestLines().filter(({ user_id }) => user_id === userId)).toEqual([]);
  reader.close();
  await until(() => requestLines().some(({ user_id }) => user_id === userId));
  expect(requestLines().filter(({ user_id }) => user_id === userId)).toMatchObject([
    { route: '/api/images/events', status: 200, aborted: true },
  ]);
});

test.each([
  ['at login eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N', 'at login [token]'],
  ['key lum_live_0123456789abcdefABCDEF is leaked', 'key [api key] is leaked'],
  ['Authorization: Bearer abc.DEF-123_~+/==', 'Authorization: Bearer [token]'],
  ['GET /auth/callback?code=4/0Ab-c&state=google.xyz', 'GET /auth/callback?code=[removed]&state=[removed]'],
  ['550 <ada@example.com> is unknown', '550 <[e-mail]> is unknown'],
  ['connect postgres://app:secret@db:5432/app', 'connect postgres://[removed]@db:5432/app'],
  ['connect redis://:secret@cache:6379', 'connect redis://[removed]@cache:6379'],
  [
    'at node_modules/.pnpm/@nestjs+core@12.5.1_x/dist/a.js:1:2',
    'at node_modules/.pnpm/@nestjs+core@12.5.1_x/dist/a.js:1:2',
  ],
])('%j is written as %j', (line, written) => {
  expect(scrub(line)).toBe(written);
});

test('an error of the database shows its kind, never its parameters', () => {
  const written: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => void written.push(line) });
  const driverError = Object.assign(new Error('duplicate key value violates unique constraint "identities_pkey"'), {
    code: '23505',
    constraint: 'identities_pkey',
    table: 'identities',
    detail: 'Key (provider, subject)=(google, canary) already exists.',
  });
  const error = Object.assign(new Error(driverError.message), {
    driverError,
    query: 'insert …',
    parameters: ['canary'],
  });
  logger.error({ err: new Error('outer', { cause: error }) }, 'x');
  expect(JSON.parse(written.join(''))).toMatchObject({
    err: { message: 'outer', cause: { code: '23505', constraint: 'identities_pkey', table: 'identities' } },
  });
  expect(written.join('')).not.toContain('canary');
});
