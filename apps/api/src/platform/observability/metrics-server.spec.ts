import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { register } from 'prom-client';
import { desertedAddress } from '../../../test/support/images/engines.js';
import type { Config } from '../config/config.js';
import { MetricsServer } from './metrics-server.js';
import { alerts } from './metrics.js';

let server: MetricsServer | undefined;
afterEach(() => {
  server?.onApplicationShutdown();
  jest.restoreAllMocks();
});

const start = (metrics: Config['metrics']): void => {
  server = new MetricsServer({ metrics } as Config);
  server.onApplicationBootstrap();
};
/** A server of its own on a free port. */
async function listening(): Promise<string> {
  const address = await desertedAddress();
  const { hostname: host, port } = new URL(address);
  start({ host, port: Number(port) });
  for (;;) {
    const answer = await fetch(address).catch(() => null);
    if (answer) return address;
  }
}

test('metrics of process and product are told at one address, to those who only read', async () => {
  alerts.inc({ kind: 'test' });
  const address = await listening();
  const answer = await fetch(`${address}/metrics`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, register.contentType]);
  const text = await answer.text();
  for (const name of ['alerts_total', 'process_cpu_seconds_total']) expect(text).toContain(`# TYPE ${name} `);
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${address}/`)).status).toBe(404);
});

test('a metric that cannot be read is a failure', async () => {
  const address = await listening();
  jest.spyOn(register, 'metrics').mockRejectedValue(new Error('broken'));
  expect((await fetch(`${address}/metrics`)).status).toBe(500);
});

test('that the process lives is told at once, whatever metrics wait for', async () => {
  const address = await listening();
  jest.spyOn(register, 'metrics').mockReturnValue(new Promise(() => undefined));
  const unanswered = fetch(`${address}/metrics`).catch(() => null);
  expect((await fetch(`${address}/live`)).status).toBe(200);
  expect((await fetch(`${address}/live`, { method: 'POST' })).status).toBe(404);
  server?.onApplicationShutdown();
  await unanswered;
});

test('nobody is told anything without an address for it, nor after the end', async () => {
  start(null);
  const address = await listening();
  server?.onApplicationShutdown();
  await expect(fetch(`${address}/metrics`)).rejects.toThrow('fetch failed');
});

test('a port that is taken is told in the log', async () => {
  const told = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  start({ host: '127.0.0.1', port });
  while (told.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(told.mock.calls[0]?.[0]).toContain(`No metrics at 127.0.0.1:${port}: `);
  other.close();
});
