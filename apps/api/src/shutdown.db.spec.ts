import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { useApp } from '../test/support/app.js';

const AT_ONCE = 50;
const received = new Set<unknown>();
const api = useApp({
  onCreated: (app) => void app.getHttpServer().on('request', (one: unknown) => received.add(one)),
});

/** The status of an answer that closes its connection, or the code of the failure. */
const ask = (token: string, agent: Agent): Promise<number | string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(api.url);
    const headers = { authorization: `Bearer ${token}` };
    const sent = request({ hostname, port, path: '/api/users/profile', headers, agent }, (response) =>
      response
        .resume()
        .on('end', () => resolve(response.headers.connection === 'close' ? (response.statusCode ?? 0) : 'kept')),
    );
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end();
  });

/** A request of which only the beginning is sent; `finish` sends the rest and gives the answer. */
function halfSent(): { finish(): Promise<string> } {
  const { hostname, port } = new URL(api.url);
  let answer = '';
  const socket = connect(Number(port), hostname, () => socket.write('GET /api/images/styles HTTP/1.1\r\nHost: x\r\n'));
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  const ended = new Promise<string>((resolve) => socket.on('close', () => resolve(answer)));
  return {
    finish: () => {
      socket.write('\r\n');
      return ended;
    },
  };
}

const isRefused = (): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.on('connect', () => socket.destroy(new Error('taken')));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });

test('stopping answers everything that is under way, and takes nothing new', async () => {
  const { token } = await api.signIn();
  // Holds every request in the database until the stop is under way.
  const holder = api.dataSource.createQueryRunner();
  await holder.startTransaction();
  await holder.query('lock table sessions in access exclusive mode');
  const agent = new Agent({ keepAlive: true });
  const underWay = Array.from({ length: AT_ONCE }, () => ask(token, agent));
  const begun = halfSent();
  while (received.size < AT_ONCE) await sleep(5);

  const closed = api.app.close();
  while (!(await isRefused())) await sleep(5);
  const [status, headers = ''] = (await begun.finish()).split(/\r\n(.*)/s);
  expect(status).toBe('HTTP/1.1 200 OK');
  expect(headers.toLowerCase()).toContain('connection: close');
  await holder.commitTransaction();
  await holder.release();

  expect(await Promise.all(underWay)).toEqual(Array(AT_ONCE).fill(200));
  await closed;
  agent.destroy();
});
