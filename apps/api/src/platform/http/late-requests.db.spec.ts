import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { useApp } from '../../../test/support/app.js';

const LATE_MS = 100;
const HALF_A_HEADER = 'POST /api/auth/refresh HTTP/1.1\r\nhost: localhost\r\nx-unfinished: ';
const HALF_A_BODY =
  'POST /api/auth/refresh HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{';

const api = useApp();
const server = () => api.app.getHttpAdapter().getInstance().server;

/** To compare with: it looks seldom. A machine that is busy or pauses delays both. */
const patient = createServer({
  headersTimeout: LATE_MS,
  requestTimeout: LATE_MS,
  connectionsCheckingInterval: 20_000,
});

beforeAll(async () => {
  patient.listen(0, '127.0.0.1');
  await once(patient, 'listening');
});
afterAll(() => {
  patient.close();
  patient.closeAllConnections();
});

/** Gives all that is answered until the server closes the connection. */
async function sendHalf(port: number, half: string): Promise<{ cut: Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.on('error', () => undefined);
  const cut = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)));
  await new Promise((resolve) => socket.write(half, resolve));
  return { cut };
}

test('a header has 10 seconds to arrive, a request 15', () => {
  expect([server().headersTimeout, server().requestTimeout]).toEqual([10_000, 15_000]);
});

test.each([
  ['header', HALF_A_HEADER],
  ['body', HALF_A_BODY],
])('whether a %s is late is looked at often, and it is answered with 408', async (_what, half) => {
  const { headersTimeout, requestTimeout } = server();
  Object.assign(server(), { headersTimeout: LATE_MS, requestTimeout: LATE_MS });
  try {
    const ours = await sendHalf(Number(new URL(api.url).port), half);
    const other = await sendHalf((patient.address() as AddressInfo).port, half);
    const first = await Promise.race([ours.cut, other.cut.then(() => 'the server to compare with')]);
    expect(first).toMatch(/^HTTP\/1\.1 408 [^]*"code":"MALFORMED_BODY"/);
  } finally {
    Object.assign(server(), { headersTimeout, requestTimeout });
  }
});
