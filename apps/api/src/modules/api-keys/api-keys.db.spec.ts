import { API_KEYS_MAX, type ApiKey, type Answer, type NewApiKey } from '@app/contracts';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createKey } from '../../../test/support/api-keys.js';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { giveUnits } from '../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../test/support/credits/invariants.js';
import { RACE_ROUNDS } from '../../../test/support/timing/race-rounds.js';
import { repeatUnavailable } from '../../../test/support/http/repeat-unavailable.js';
import { row, rows } from '../../platform/database/rows.js';
import { secretHash } from '../../platform/secret-hash.js';
import { ReleaseRow } from '../batches/application/release-row.js';
import { dueRows } from '../batches/persistence/dispatch-rows.js';
import { RequestCounts } from './jobs/request-counts.js';
import { ApiKeys } from './persistence/api-keys.js';

const SETTINGS = {
  INSTALLATION_ID: 'keys',
  IN_FLIGHT_FREE: '1000',
  FREE_ALLOWANCE: 'none',
};
const api = useApp({ env: SETTINGS, pool: 10 });
/** Another process of the same installation. */
const other = useApp({ env: () => ({ ...SETTINGS, DATABASE_URL: api.databaseUrl }) });
afterEach(() => expectInvariants(api.dataSource));

const PRICE_UNITS = 35;
const list = async ({ token }: SignedIn): Promise<ApiKey[]> =>
  (await api.get<ApiKey[]>('/api-keys', { token })).body.data;
const only = async (by: SignedIn): Promise<ApiKey> => {
  const [key, ...more] = await list(by);
  if (!key || more.length > 0) throw new Error('not one key');
  return key;
};
const statusOf = async (token: string): Promise<number> => (await api.get('/v1/credits', { token })).status;
const generate = (token: string) =>
  api.post<Answer<'v1.generate'>>('/v1/generate', { token, body: { prompt: 'a fox' } });
const person = async (credits = 10_000): Promise<SignedIn> => {
  const by = await api.signIn();
  await giveUnits(api.dataSource, by.userId, credits * 10);
  return by;
};
const rotate = async (by: SignedIn, id: string): Promise<NewApiKey> =>
  (await api.post<NewApiKey>(`/api-keys/${id}/rotate`, { token: by.token })).body.data;
const setExpiry = (id: string, when: string): Promise<unknown> =>
  rows(api.dataSource, `update api_keys set expires_at = now() + $2::interval where id = $1`, [id, when]);

describe('a new key', () => {
  test('is answered once and stored as its hash alone', async () => {
    const by = await person();
    const body = { name: ' server ', scopes: ['read'], daily_credits: 12 };
    const { key, ...made } = (await api.post<NewApiKey>('/api-keys', { token: by.token, body })).body.data;
    expect(key).toMatch(/^lum_live_[0-9A-Za-z]{38}$/);
    expect(made).toMatchObject({
      name: 'server',
      scopes: ['read'],
      daily_credits: 12,
      hint: `lum_live_…${key.slice(-4)}`,
    });
    expect(await list(by)).toEqual([made]);
    const stored = await row<{ text: string; hash: Buffer }>(
      api.dataSource,
      `select k::text as text, k.key_hash as hash from api_keys k where id = $1`,
      [made.id],
    );
    expect(stored?.hash).toEqual(secretHash(key));
    expect(stored?.text).not.toContain(key.slice(9));
  });

  test.each([
    ['no name that can be seen', { name: ' \u0000\u200B' }],
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['admin'] }],
    ['a budget of nothing', { daily_credits: 0 }],
    ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }],
  ])('with %s is refused', async (_, wish) => {
    const by = await person();
    const body = { name: 'x', scopes: ['read'], ...wish };
    const answer = await api.post('/api-keys', { token: by.token, body });
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([
      400,
      expect.stringMatching(Object.keys(wish)[0] ?? ''),
    ]);
    expect(await list(by)).toEqual([]);
  });

  test('is not made beyond the limit, however many are asked for at once', async () => {
    const by = await person();
    const body = { name: 'x', scopes: ['read'] };
    const asked = Array.from({ length: API_KEYS_MAX + 5 }, () => api.post('/api-keys', { token: by.token, body }));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(API_KEYS_MAX);
    expect(statuses.filter((status) => status === 409)).toHaveLength(5);
  });
});

describe('a key works', () => {
  test('until it is revoked: from then on in no process', async () => {
    const by = await person();
    const { id, key } = await createKey(api, by);
    const inOther = async (): Promise<number> => (await other.get('/v1/credits', { token: key })).status;
    expect([await statusOf(key), await inOther()]).toEqual([200, 200]);
    expect((await api.request('DELETE', `/api-keys/${id}`, { token: by.token })).status).toBe(200);
    expect([await statusOf(key), await inOther()]).toEqual([401, 401]);
    expect(await list(by)).toEqual([]);
  });

  test('until it expires', async () => {
    const by = await person();
    const { id, key } = await createKey(api, by, { expires_at: '2099-01-01T00:00:00Z' });
    expect(await statusOf(key)).toBe(200);
    await setExpiry(id, '0 s');
    expect(await statusOf(key)).toBe(401);
    expect(await list(by)).toHaveLength(1);
  });

  test('until its account is removed, which leaves no name', async () => {
    const by = await person();
    const { id, key } = await createKey(api, by, { name: 'canary' });
    expect((await api.request('DELETE', '/users/account', { token: by.token })).status).toBe(200);
    expect(await statusOf(key)).toBe(401);
    expect(
      await row(api.dataSource, `select name, revoked_at is null as works from api_keys where id = $1`, [id]),
    ).toEqual({
      name: '',
      works: false,
    });
  });

  test('after its owner left a paid plan, which bounds what it generates', async () => {
    const by = await api.signIn({ plan: 'pro' });
    await giveUnits(api.dataSource, by.userId, 1_000);
    const { key } = await createKey(api, by);
    const two = () => api.post('/v1/generate', { token: key, body: { prompt: 'a fox', count: 2 } });
    expect((await two()).status).toBe(202);
    await rows(api.dataSource, `update users set plan = 'free' where id = $1`, [by.userId]);
    expect(await two()).toMatchObject({ status: 403, body: { code: 'PLAN_LIMIT' } });
    expect([await statusOf(key), (await generate(key)).status]).toEqual([200, 202]);
  });
});

test('what cannot be a key is refused without asking the database', async () => {
  const { key } = await createKey(api, await person());
  const keys = api.app.get(ApiKeys, { strict: false });
  const find = keys.findLiving.bind(keys);
  let asked = 0;
  keys.findLiving = (hash) => {
    asked += 1;
    return find(hash);
  };
  try {
    const flipped = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21);
    for (const token of [flipped, key.slice(0, -1), `${key}0`, key.toUpperCase(), 'lum_live_', 'x']) {
      expect([token, await statusOf(token)]).toEqual([token, 401]);
    }
    expect(asked).toBe(0);
    expect([await statusOf(key), asked]).toEqual([200, 1]);
  } finally {
    keys.findLiving = find;
  }
});

describe('rotation', () => {
  test('answers a new key of the same name, scopes and budget; the old one works for the overlap', async () => {
    const by = await person();
    const { key, ...old } = await createKey(api, by, { name: 'server', scopes: ['read'], daily_credits: 7 });
    const next = await rotate(by, old.id);
    expect(next).toMatchObject({ name: 'server', scopes: ['read'], daily_credits: 7, expires_at: null });
    expect([await statusOf(key), await statusOf(next.key)]).toEqual([200, 200]);
    const shown = (await list(by)).find(({ id }) => id === old.id);
    expect(shown?.replaced_by).toBe(next.id);
    const hours = (Date.parse(shown?.expires_at ?? '') - Date.parse(next.created_at)) / 3_600_000;
    expect(hours).toBeCloseTo(24, 3);
    await setExpiry(old.id, '0 s');
    expect([await statusOf(key), await statusOf(next.key)]).toEqual([401, 200]);
    expect((await list(by)).map(({ id }) => id)).toEqual([next.id]);
  });

  test('does not lengthen the life of the old key, and gives the new one as long a life', async () => {
    const by = await person();
    const old = await createKey(api, by, { expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    const next = await rotate(by, old.id);
    const shown = (await list(by)).find(({ id }) => id === old.id);
    expect(shown?.expires_at).toBe(old.expires_at);
    expect(Date.parse(next.expires_at ?? '')).toBeGreaterThanOrEqual(Date.parse(old.expires_at ?? ''));
  });

  test('of a key that was replaced, revoked or has expired is not found', async () => {
    const by = await person();
    const [replaced, revoked, expired] = [await createKey(api, by), await createKey(api, by), await createKey(api, by)];
    await rotate(by, replaced.id);
    await api.request('DELETE', `/api-keys/${revoked.id}`, { token: by.token });
    await setExpiry(expired.id, '0 s');
    for (const { id } of [replaced, revoked, expired]) {
      expect((await api.post(`/api-keys/${id}/rotate`, { token: by.token })).status).toBe(404);
    }
  });

  test('asked for twice at once makes one successor', async () => {
    const by = await person();
    const { id } = await createKey(api, by);
    const answers = await Promise.all([0, 1, 2, 3].map(() => api.post(`/api-keys/${id}/rotate`, { token: by.token })));
    expect(answers.map(({ status }) => status).filter((status) => status === 404)).toHaveLength(3);
    expect(await list(by)).toHaveLength(2);
  });
});

describe('a budget', () => {
  test('is exact under many requests at once, of a key and its successor, in two processes', async () => {
    const by = await person();
    const requests = RACE_ROUNDS > 10 ? 100 : 40;
    const old = await createKey(api, by, { daily_credits: 70 });
    const next = await rotate(by, old.id);
    const asked = Array.from({ length: requests }, (_, index) => {
      const token = index % 2 === 0 ? old.key : next.key;
      const at = index % 4 < 2 ? api : other;
      return repeatUnavailable(() => at.post('/v1/generate', { token, body: { prompt: 'a fox' } }));
    });
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
    const refused = answers.filter(({ status, body }) => status === 402 && body.code === 'API_KEY_BUDGET_USED');
    expect(refused).toHaveLength(requests - 20);
    expect((await list(by)).map(({ credits_used_today }) => credits_used_today)).toEqual([70, 70]);
  });

  test('counts nothing that came back, nothing of other keys or of the web, and nothing of yesterday', async () => {
    const by = await person();
    const { id, key } = await createKey(api, by, { daily_credits: 4 });
    const { key: elsewhere } = await createKey(api, by);
    expect((await generate(elsewhere)).status).toBe(202);
    expect((await api.post('/images/generate', { token: by.token, body: { prompt: 'a fox' } })).status).toBe(202);
    const first = await generate(key);
    expect(await generate(key)).toMatchObject({ status: 402, body: { code: 'API_KEY_BUDGET_USED' } });
    await api.post(`/v1/generations/${first.body.data.id}/cancel`, { token: key });
    expect((await generate(key)).status).toBe(202);
    await rows(
      api.dataSource,
      `update holds set created_at = date_trunc('day', now(), 'UTC') - interval '1 ms' where api_key_id = $1`,
      [id],
    );
    expect((await generate(key)).status).toBe(202);
    const shown = (await list(by)).find((one) => one.id === id);
    expect(shown).toMatchObject({ credits_used: (2 * PRICE_UNITS) / 10, credits_used_today: PRICE_UNITS / 10 });
  });

  test('is spent once by a request that is repeated under its Idempotency-Key', async () => {
    const by = await person();
    const { key } = await createKey(api, by, { daily_credits: 4 });
    const ask = () =>
      api.post<Answer<'v1.generate'>>('/v1/generate', {
        token: key,
        body: { prompt: 'a fox' },
        headers: { 'idempotency-key': 'one' },
      });
    const [first, again] = [await ask(), await ask()];
    expect([first.status, again.status, again.body.data.id]).toEqual([202, 202, first.body.data.id]);
    expect((await only(by)).credits_used).toBe(3.5);
  });

  test('is changed with the next request, and taken away by null', async () => {
    const by = await person();
    const { id, key } = await createKey(api, by, { daily_credits: 1 });
    const set = (daily_credits: number | null) =>
      api.request('PATCH', `/api-keys/${id}`, { token: by.token, body: { daily_credits } });
    expect((await generate(key)).status).toBe(402);
    expect(await set(4)).toMatchObject({ status: 200, body: { data: { daily_credits: 4 } } });
    expect([(await generate(key)).status, (await generate(key)).status]).toEqual([202, 402]);
    await set(null);
    expect((await generate(key)).status).toBe(202);
  });
});

test('a batch counts for the budget of the key that started it, and pauses when that is used', async () => {
  const by = await api.signIn({ plan: 'pro' });
  await giveUnits(api.dataSource, by.userId, 1_000);
  const { key } = await createKey(api, by, { daily_credits: 4 });
  const body = { rows: [{ prompt: 'a fox' }, { prompt: 'a hare' }] };
  const started = await api.post<Answer<'v1.startBatch'>>('/v1/batches', { token: key, body });
  expect([started.status, started.body.data.source]).toEqual([202, 'api']);
  const release = api.app.get(ReleaseRow, { strict: false });
  const due = async () => (await dueRows(api.dataSource, { free: 0, pro: 4, enterprise: 8 }))[0];
  for (const number of [1, 2]) {
    const next = await due();
    expect(next?.number).toBe(number);
    if (next) await release.run(next);
  }
  const { data } = (await api.get<Answer<'v1.showBatch'>>(`/v1/batches/${started.body.data.id}`, { token: key })).body;
  expect([data.status, data.pause_reason]).toEqual(['paused', 'api_key_budget']);
  expect((await only(by)).credits_used_today).toBe(PRICE_UNITS / 10);
});

test('requests and last use are shown, soon after them', async () => {
  const by = await person();
  const { key } = await createKey(api, by);
  expect(await only(by)).toMatchObject({ requests: 0, last_used_at: null });
  for (let request = 0; request < 3; request += 1) await statusOf(key);
  await api.app.get(RequestCounts, { strict: false }).write();
  const used = await only(by);
  expect(used.requests).toBe(3);
  expect(Date.parse(used.last_used_at ?? '')).not.toBeNaN();
});
