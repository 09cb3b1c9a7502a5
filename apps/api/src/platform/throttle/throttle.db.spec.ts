import { describe, expect, test } from '@jest/globals';
import type { Sent } from '../../../test/support/app.js';
import { useApp } from '../../../test/support/app.js';

const PER_MINUTE = 20;
const api = useApp({ env: { RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) } });

let addresses = 0;
/** Requests as the proxy in front of us hands them on. */
const from = (address = `203.0.113.${(addresses += 1)}`) => ({ 'x-forwarded-for': address });
const statuses = async (count: number, ask: () => Promise<{ status: number }>) => {
  const all = await Promise.all(Array.from({ length: count }, ask));
  return {
    ok: all.filter(({ status }) => status !== 429).length,
    refused: all.filter(({ status }) => status === 429).length,
  };
};

describe('a person', () => {
  test('may ask so often a minute, over all addresses together', async () => {
    const { token } = await api.signIn();
    expect(await statuses(PER_MINUTE + 7, () => api.get('/auth/verify', { token, headers: from() }))).toEqual({
      ok: PER_MINUTE,
      refused: 7,
    });
  });

  test('who asked too often is told when to come back, and others are not kept waiting', async () => {
    const headers = from();
    const { token } = await api.signIn();
    await statuses(PER_MINUTE, () => api.get('/auth/verify', { token, headers }));
    const answer = await api.get('/auth/verify', { token, headers });
    expect(answer).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    const other = await api.signIn();
    expect((await api.get('/auth/verify', { token: other.token, headers })).status).toBe(200);
  });
});

describe('an address', () => {
  const plans = (headers: Record<string, string>) => () => api.get('/quota/plans', { headers });

  test('without a person may ask as often as one', async () => {
    expect(await statuses(PER_MINUTE + 5, plans(from()))).toEqual({ ok: PER_MINUTE, refused: 5 });
  });

  test('that guesses tokens is stopped', async () => {
    const headers = from();
    const { refused } = await statuses(PER_MINUTE * 5, () => api.get('/auth/verify', { token: 'a.b.c', headers }));
    expect(refused).toBe(PER_MINUTE);
  });

  test('is the one that the proxy saw, not one that the client wrote', async () => {
    const address = '198.51.100.7';
    let invented = 0;
    const spoofing = () => api.get('/quota/plans', { headers: from(`10.9.9.${(invented += 1)}, ${address}`) });
    expect(await statuses(PER_MINUTE + 5, spoofing)).toEqual({ ok: PER_MINUTE, refused: 5 });
    expect(await statuses(1, plans(from(address)))).toEqual({ ok: 0, refused: 1 });
  });

  test('of IPv6 is counted with all the others of its network', async () => {
    let host = 0;
    const within = () => api.get('/quota/plans', { headers: from(`2001:db8:7:7::${(host += 1).toString(16)}`) });
    expect(await statuses(PER_MINUTE + 3, within)).toEqual({ ok: PER_MINUTE, refused: 3 });
  });
});

describe('an address that leads nowhere', () => {
  test('is counted like a public call', async () => {
    const headers = from();
    expect(await statuses(PER_MINUTE + 5, () => api.get('/nothing/here', { headers }))).toEqual({
      ok: PER_MINUTE,
      refused: 5,
    });
    expect((await api.get('/quota/plans', { headers })).status).toBe(429);
  });

  test('is refused in the shape of every failure', async () => {
    const headers = from();
    await statuses(PER_MINUTE, () => api.get('/nothing/here', { headers }));
    expect(await api.get('/nothing/here', { headers })).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  });
});

test('health is never counted', async () => {
  const headers = from();
  expect(await statuses(PER_MINUTE * 6, () => api.get('/health', { headers }))).toEqual({
    ok: PER_MINUTE * 6,
    refused: 0,
  });
});

test('signing in is limited more strictly', async () => {
  const headers = from();
  const { ok } = await statuses(PER_MINUTE, () => api.get('/auth/google', { headers }));
  expect(ok).toBe(PER_MINUTE * 0.2);
});

test('signing in is limited for all addresses of an IPv6 network together', async () => {
  let host = 0;
  const within = () => api.get('/auth/google', { headers: from(`2001:db8:8:8::${(host += 1).toString(16)}`) });
  expect(await statuses(PER_MINUTE * 0.2 + 3, within)).toEqual({ ok: PER_MINUTE * 0.2, refused: 3 });
  expect((await api.get('/auth/google', { headers: from('2001:db8:8:9::1') })).status).not.toBe(429);
});

test('a limit is the same for all calls that share it', async () => {
  const headers = from();
  const sent: Sent = { headers, body: { code: 'x' } };
  await statuses(PER_MINUTE * 0.2, () => api.get('/auth/google', { headers }));
  expect((await api.post('/auth/google/callback', sent)).status).toBe(429);
});
