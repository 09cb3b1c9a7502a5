import { afterEach, describe, expect, test } from '@jest/globals';
import { useApp } from '../../../../test/support/app.js';
import { sendHalf, type HalfSent } from '../../../../test/support/http/half-sent.js';
import { HeldRequests } from '../../../../test/support/http/held-requests.js';
import { until } from '../../../../test/support/timing/until.js';

const MOST = 32;

const log: string[] = [];
const held = new HeldRequests();
const api = useApp({
  env: { LOG_LEVEL: 'info' },
  log: { write: (line) => void log.push(line) },
  onCreated: held.onCreated,
});

const halves: HalfSent[] = [];
let asked = 0;

async function begin(address: string): Promise<HalfSent> {
  asked += 1;
  const half = await sendHalf(api.url, address);
  halves.push(half);
  return half;
}

/** One after the other, so that the first is the oldest. */
async function beginMany(count: number, address: string): Promise<HalfSent[]> {
  const begun: HalfSent[] = [];
  for (let n = 0; n < count; n += 1) begun.push(await begin(address));
  return begun;
}

const connections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const { server } = api.app.getHttpAdapter().getInstance();
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

afterEach(async () => {
  halves.splice(0).forEach(({ socket }) => socket.destroy());
  await until(async () => (await connections()) === 0);
  // A request is logged after its connection is gone: its line must not reach the next test.
  await until(() => log.filter((line) => line.includes('"msg":"request"')).length === asked);
  log.length = 0;
  asked = 0;
});

describe('of bodies of one address that do not arrive', () => {
  test('the oldest makes room, and the others can still be finished', async () => {
    const sent = await beginMany(MOST + 3, '203.0.113.1');
    await until(() => sent.filter((half) => half.answer() !== '').length === 3);
    expect(sent.slice(0, 3).map((half) => half.status())).toEqual(['HTTP/1.1 429', 'HTTP/1.1 429', 'HTTP/1.1 429']);
    expect(sent[0]?.answer()).toContain('"code":"RATE_LIMITED"');
    expect(await Promise.all(sent.slice(3).map((half) => half.finish()))).toEqual(
      sent.slice(3).map(() => 'HTTP/1.1 401'),
    );
  });

  test('many neither keep others of the address waiting nor count for another address', async () => {
    const other = await begin('203.0.113.2');
    await beginMany(3 * MOST, '203.0.113.1');
    const body = { refresh_token: 'none' };
    const headers = { 'x-forwarded-for': '203.0.113.1' };
    asked += 8;
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.post('/auth/refresh', { body, headers })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    expect(await other.finish()).toBe('HTTP/1.1 401');
  });

  test('those that were given up take no room', async () => {
    const kept = await begin('203.0.113.3');
    const given = await beginMany(MOST - 1, '203.0.113.3');
    await until(async () => (await connections()) === MOST);
    for (const { socket } of given) socket.destroy();
    // A closed connection is counted until its request has ended.
    await until(() => log.filter((line) => line.includes('"aborted":true')).length === given.length);
    await beginMany(MOST - 1, '203.0.113.3');
    expect(await kept.finish()).toBe('HTTP/1.1 401');
  });

  test('those that were given up before their body was looked at take no room either', async () => {
    const before = held.passed;
    const kept = await begin('203.0.113.5');
    await until(() => held.passed === before + 1);
    held.hold();
    const given = await beginMany(MOST - 1, '203.0.113.5');
    await until(() => held.waiting === given.length);
    for (const { socket } of given) socket.destroy();
    await until(() => held.left === given.length);
    held.release();
    await until(() => held.waiting === 0);
    await beginMany(MOST - 1, '203.0.113.5');
    expect(await kept.finish()).toBe('HTTP/1.1 401');
  });
});

test('a body that breaks off is logged as a fault of the client', async () => {
  const half = await begin('203.0.113.4');
  await until(async () => (await connections()) === 1);
  half.socket.destroy();
  await until(() => log.length > 0);
  const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toMatchObject([{ level: 'info', msg: 'request', status: 499, aborted: true }]);
});
