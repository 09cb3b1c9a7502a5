import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { useApp } from '../../../test/support/app.js';
import { until } from '../../../test/support/until.js';

const MOST = 32;
const BODY = '{"refresh_token":"none"}';

const log: string[] = [];
const api = useApp({ env: { LOG_LEVEL: 'info' }, log: { write: (line) => void log.push(line) } });

interface HalfSent {
  socket: Socket;
  answer(): string;
}
const halves: HalfSent[] = [];

/** A request of which the body never comes to its end. */
async function sendHalf(address: string): Promise<HalfSent> {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.on('error', () => undefined);
  socket.write(
    `POST /api/auth/refresh HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\n` +
      `content-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY.slice(0, 5)}`,
  );
  const half = { socket, answer: () => answer };
  halves.push(half);
  return half;
}

async function sendHalves(count: number, address: string): Promise<HalfSent[]> {
  const sent: HalfSent[] = [];
  for (let n = 0; n < count; n += 1) sent.push(await sendHalf(address));
  return sent;
}

const statusOf = ({ answer }: HalfSent): string => answer().slice(0, 12);
const finish = async (half: HalfSent): Promise<string> => {
  half.socket.write(BODY.slice(5));
  await until(() => half.answer().length > 0);
  return statusOf(half);
};

const connections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const { server } = api.app.getHttpAdapter().getInstance();
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

afterEach(async () => {
  halves.splice(0).forEach(({ socket }) => socket.destroy());
  await until(async () => (await connections()) === 0);
  log.length = 0;
});

describe('of bodies of one address that do not arrive', () => {
  test('the oldest makes room, and the others can still be finished', async () => {
    const sent = await sendHalves(MOST + 3, '203.0.113.1');
    await until(() => sent.filter((half) => half.answer() !== '').length === 3);
    expect(sent.slice(0, 3).map(statusOf)).toEqual(['HTTP/1.1 429', 'HTTP/1.1 429', 'HTTP/1.1 429']);
    expect(sent[0]?.answer()).toContain('"code":"RATE_LIMITED"');
    expect(await Promise.all(sent.slice(3).map(finish))).toEqual(sent.slice(3).map(() => 'HTTP/1.1 401'));
  });

  test('many neither keep others of the address waiting nor count for another address', async () => {
    const other = await sendHalf('203.0.113.2');
    await sendHalves(3 * MOST, '203.0.113.1');
    const body = { refresh_token: 'none' };
    const headers = { 'x-forwarded-for': '203.0.113.1' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.post('/auth/refresh', { body, headers })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    expect(await finish(other)).toBe('HTTP/1.1 401');
  });

  test('those that were given up take no room', async () => {
    const kept = await sendHalf('203.0.113.3');
    for (const { socket } of await sendHalves(MOST - 1, '203.0.113.3')) socket.destroy();
    await until(async () => (await connections()) === 1);
    await sendHalves(MOST - 1, '203.0.113.3');
    expect(await finish(kept)).toBe('HTTP/1.1 401');
  });
});

test('a body that breaks off is logged as a fault of the client', async () => {
  const half = await sendHalf('203.0.113.4');
  await until(async () => (await connections()) === 1);
  half.socket.destroy();
  await until(() => log.length > 0);
  const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toMatchObject([{ level: 'info', msg: 'request', status: 499, aborted: true }]);
});
