import { afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { EventStream } from './event-stream.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server whose answers are what `answer` makes of them; answers its port. */
async function serverThat(answer: (response: ServerResponse) => void): Promise<number> {
  const made = (server = createServer((_request, response) => answer(response)));
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  const address = made.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

test('sends headers, events in any script and an end that every client can read', async () => {
  const port = await serverThat((response) => {
    const stream = new EventStream(response);
    stream.begin({ 'x-request-id': 'one', 'set-cookie': ['a=1', 'b=2'] });
    stream.send('generation', { prompt: '山水 🏔' }, { id: 7 });
    stream.sendHeartbeat();
    stream.close();
    stream.send('generation', { prompt: 'too late' });
  });
  const answer = await fetch(`http://127.0.0.1:${port}`);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-request-id': 'one',
  });
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(Math.abs(Date.parse(answer.headers.get('date') ?? '') - Date.now())).toBeLessThan(60_000);
  expect(await answer.text()).toBe('retry: 2000\n\nid: 7\nevent: generation\ndata: {"prompt":"山水 🏔"}\n\n: \n\n');
});

test('sends a client that is too slow only what it must not miss', async () => {
  const port = await serverThat((response) => {
    const stream = new EventStream(response);
    stream.begin({});
    stream.send('progress', 1, { canMiss: true });
    stream.send('large', 'x'.repeat(500_000));
    stream.send('progress', 2, { canMiss: true });
    stream.send('changed', 3);
    stream.close();
  });
  const sent = await (await fetch(`http://127.0.0.1:${port}`)).text();
  expect(sent.replace(/x{2,}/, '…')).toBe(
    'retry: 2000\n\nevent: progress\ndata: 1\n\nevent: large\ndata: "…"\n\nevent: changed\ndata: 3\n\n',
  );
});

test('ends the connection, also of a client that never ends its side', async () => {
  let left = 0;
  const port = await serverThat((response) => {
    const stream = new EventStream(response);
    stream.onClose(() => {
      left += 1;
    });
    stream.begin({});
    stream.close();
    stream.close();
  });
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  client.resume();
  await once(client, 'end');
  const made = server;
  await new Promise((resolve) => made?.close(resolve));
  expect(left).toBe(1);
  client.destroy();
});

test('sends nothing to a client that left before it began, and reports it as closed', async () => {
  let isGone: (response: ServerResponse) => void = () => undefined;
  const gone = new Promise<ServerResponse>((resolve) => {
    isGone = resolve;
  });
  const port = await serverThat((response) => response.once('close', () => isGone(response)));
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  if (server) await once(server, 'request');
  client.destroy();
  const stream = new EventStream(await gone);
  let left = 0;
  stream.onClose(() => {
    left += 1;
  });
  stream.begin({});
  expect([stream.isClosed, left]).toEqual([true, 1]);
});
