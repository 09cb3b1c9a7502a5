import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createServer as createTlsServer, type Server } from 'node:https';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { ForbiddenListeners, TestReceiver } from '../../../../test/support/webhooks/webhook-receivers.js';
import { generate } from 'selfsigned';
import { until } from '../../../../test/support/timing/until.js';
import { testSender } from '../../../../test/support/webhooks/webhooks.js';
import { webhookFailure } from './webhook-failure.js';

let receiver: TestReceiver;
const forbidden = new ForbiddenListeners();
beforeAll(() => forbidden.start());
afterAll(() => forbidden.stop());
beforeEach(async () => {
  receiver = new TestReceiver();
  await receiver.start();
});
afterEach(() => {
  receiver.stop();
  expect(forbidden.connections).toBe(0);
});

const STOP = new AbortController().signal;
const message = (url: string) => ({ url, headers: { 'webhook-id': 'a' }, body: '{"狐":1}' });
const send = (url: string, sender = testSender()) => sender.send(message(url), STOP);
/** A name with these addresses, at the port of the forbidden listeners. */
const sendToName = (...addresses: string[]) =>
  send(
    `http://name.example:${forbidden.port}/`,
    testSender(() => Promise.resolve(addresses)),
  );

test('posts the body and its headers, each time by a connection of its own', async () => {
  expect([await send(receiver.url('/a?b=1')), await send(receiver.url('/a?b=1'))]).toEqual([204, 204]);
  expect(receiver.received[0]).toMatchObject({
    path: '/a?b=1',
    body: '{"狐":1}',
    headers: { 'webhook-id': 'a', connection: 'close', 'content-length': '9' },
  });
});

test.each([200, 400, 410, 500, 503])('answers status %i as it came', async (status) => {
  receiver.answer = (_, response) => void response.writeHead(status).end('text');
  expect(await send(receiver.url())).toBe(status);
});

test.each([301, 302, 307, 308])('follows no redirect: %i', async (status) => {
  receiver.answer = (_, response) =>
    void response.writeHead(status, { location: `http://127.0.0.1:${forbidden.port}/` }).end();
  expect(await send(receiver.url())).toBe(status);
  expect(receiver.received).toHaveLength(1);
});

describe('a name', () => {
  test('that has an allowed address is reached', async () => {
    const sender = testSender(() => Promise.resolve(['127.0.0.2']));
    expect(await send(receiver.url('/', 'name.example'), sender)).toBe(204);
  });

  test.each([
    ['127.0.0.1'],
    ['127.0.0.3'],
    ['::1'],
    ['0.0.0.0'],
    ['10.0.0.1'],
    ['172.16.0.1'],
    ['192.168.1.1'],
    ['100.64.0.1'],
    ['169.254.169.254'],
    ['192.0.0.1'],
    ['198.18.0.1'],
    ['224.0.0.1'],
    ['255.255.255.255'],
    ['::'],
    ['::7f00:1'],
    ['::ffff:127.0.0.1'],
    ['::ffff:0:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['64:ff9b:1::7f00:1'],
    ['100::1'],
    ['2001::1'],
    ['2001:db8::1'],
    ['2002:7f00:1::'],
    ['4000::1'],
    ['fc00::1'],
    ['fd00:ec2::254'],
    ['fe80::1'],
    ['fec0::1'],
    ['ff02::1'],
  ])('that has the address %s is not connected to', async (address) => {
    await expect(sendToName(address)).rejects.toThrow(/is not allowed|no public address/);
  });

  test('is not connected to when only one of its addresses is special, whichever comes first', async () => {
    await expect(sendToName('127.0.0.2', '127.0.0.1')).rejects.toThrow('is not allowed');
    await expect(sendToName('::1', '127.0.0.2')).rejects.toThrow('no public address');
  });

  test('that changes its address after the first attempt gains nothing', async () => {
    const answers = [['127.0.0.2'], ['127.0.0.3']];
    const sender = testSender(() => Promise.resolve(answers.shift() ?? []));
    const url = receiver.url('/', 'name.example');
    expect(await send(url, sender)).toBe(204);
    await expect(send(url, sender)).rejects.toThrow('is not allowed');
  });

  test('that nobody knows is an error', async () => {
    await expect(send('http://name.example/')).rejects.toThrow('is unknown here');
  });
});

test.each([
  'http://127.0.0.1',
  'http://127.0.0.3',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://[4000::1]',
  'http://[2002:7f00:1::]',
  'http://2130706433',
  'http://0x7f.1',
  'http://0',
  'https://127.0.0.1',
  'https://[::1]',
  'https://[64:ff9b::7f00:1]',
])('a literal address is not connected to: %s', async (origin) => {
  await expect(send(`${origin}:${forbidden.port}/`)).rejects.toThrow(/is not allowed|no public address/);
});

describe('a certificate', () => {
  const NAME = 'name.example';
  let server: Server | undefined;
  let attempts = 0;
  afterEach(() => void server?.close());

  /** Sends to a server that has a certificate of its own making for these names. */
  async function sendTo({ names, isTrusted }: { names: string[]; isTrusted: boolean }): Promise<number> {
    attempts = 0;
    const altNames = names.map((value) => ({ type: 2 as const, value }));
    const extensions = [
      { name: 'basicConstraints' as const, cA: true },
      { name: 'subjectAltName' as const, altNames },
    ];
    const { private: key, cert } = await generate([{ name: 'commonName', value: names[0] }], { extensions });
    const made = (server = createTlsServer({ key, cert }, (_, response) => {
      attempts += 1;
      response.writeHead(204).end();
    }));
    await new Promise<void>((resolve) => made.listen(0, '127.0.0.2', resolve));
    const sender = testSender(() => Promise.resolve(['127.0.0.2']));
    if (isTrusted) Object.assign(sender['agents'].https.options, { ca: cert });
    return send(`https://${NAME}:${(made.address() as AddressInfo).port}/`, sender);
  }

  test('of the name by an authority that is trusted is accepted', async () => {
    expect(await sendTo({ names: [NAME], isTrusted: true })).toBe(204);
  });

  test.each([
    ['that signed itself', { names: [NAME], isTrusted: false }],
    ['of another name', { names: ['other.example'], isTrusted: true }],
  ])('%s is refused before anything is sent, and named as the reason', async (_, receiverOf) => {
    const refusal: unknown = await sendTo(receiverOf).catch((error: unknown) => error);
    expect([webhookFailure(refusal), attempts]).toEqual(['certificate', 0]);
  });
});

describe('the reason why nobody answered', () => {
  test.each([
    ['a receiver that never answers', 'timeout', () => send(receiver.url(), testSender(undefined, 50))],
    ['a private address', 'address', () => sendToName('10.0.0.1')],
    ['a special address', 'address', () => sendToName('4000::1')],
    ['a closed port', 'connection', () => send(`http://127.0.0.2:${forbidden.port}/`)],
  ])('of %s is %s', async (_, reason, attempt) => {
    receiver.answer = () => undefined;
    expect(webhookFailure(await attempt().catch((error: unknown) => error))).toBe(reason);
  });
});

test('gives up a receiver that never answers', async () => {
  receiver.answer = () => undefined;
  await expect(send(receiver.url(), testSender(undefined, 50))).rejects.toThrow('aborted');
});

test('ends an attempt at once when the process stops', async () => {
  const stop = new AbortController();
  receiver.answer = () => stop.abort(new Error('stopping'));
  await expect(testSender().send(message(receiver.url()), stop.signal)).rejects.toThrow();
});

test('reads no more than a little of an endless answer, and takes its status', async () => {
  let written = 0;
  receiver.answer = (_, response) => {
    response.writeHead(200);
    const write = (): void => {
      while (!response.destroyed && response.write('x'.repeat(1_024))) written += 1_024;
    };
    response.on('drain', write);
    write();
  };
  expect(await send(receiver.url())).toBe(200);
  expect(written).toBeLessThan(20_000_000);
});

describe('an answer that begins and does not end counts by its status, and its connection is closed,', () => {
  let isClosed: boolean;
  beforeEach(() => {
    isClosed = false;
    receiver.answer = (_, response) => {
      response.on('close', () => (isClosed = true));
      response.writeHead(200).write('ok');
    };
  });

  test('when the time of the attempt is over', async () => {
    expect(await send(receiver.url(), testSender(undefined, 1_000))).toBe(200);
    await until(() => isClosed);
  });

  test('when the process stops', async () => {
    const stop = new AbortController();
    const sender = testSender();
    const sent = sender.send(message(receiver.url()), stop.signal);
    const sockets = () => Object.values(sender['agents'].http.sockets).flat();
    await until(() => sockets().some((socket) => (socket?.bytesRead ?? 0) > 0));
    stop.abort(new Error('stopping'));
    expect(await sent).toBe(200);
    await until(() => isClosed);
  });

  test('when the receiver breaks it', async () => {
    receiver.answer = (_, response) => {
      response.writeHead(200).write('ok', () => response.destroy());
    };
    expect(await send(receiver.url())).toBe(200);
  });
});

test('a connection that breaks, or that answers something else than HTTP, is an error', async () => {
  let behave = (socket: Socket): unknown => socket.destroy();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    behave(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.2', resolve));
  const url = `http://127.0.0.2:${(server.address() as { port: number }).port}/`;
  await expect(send(url)).rejects.toThrow();
  behave = (socket) => socket.end('SSH-2.0-OpenSSH\r\n');
  await expect(send(url)).rejects.toThrow();
  server.close();
});
