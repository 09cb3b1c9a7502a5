import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { registerWebhooks } from './register-webhooks.js';

const webhookUrl = 'http://127.0.0.1:3100/api/webhooks/stripe';
let server: Server;
let status: number;
let asked: unknown[];

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push([request.method, request.url, JSON.parse(body)]);
      response.writeHead(status).end('webhookUrl: not of this machine');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => void server.close());

const register = (): Promise<void> =>
  registerWebhooks({
    sandboxUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    webhookUrl,
    logFile: '/data/logs/sandbox.log',
    signal: new AbortController().signal,
  });

it('tells the sandbox where webhooks go', async () => {
  status = 200;
  await register();
  expect(asked).toEqual([['POST', '/_sandbox/stripe', { webhookUrl }]]);
});

it('ends the start when the sandbox refuses the address', async () => {
  status = 400;
  await expect(register()).rejects.toMatchObject({
    message: 'sandbox refused the address of webhooks (400)',
    output: 'webhookUrl: not of this machine',
    remedy: expect.stringContaining('/data/logs/sandbox.log'),
  });
});
