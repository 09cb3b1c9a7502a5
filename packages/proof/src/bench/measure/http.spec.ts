import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestCost, startBackgroundLoad } from './http.js';

let server: Server;
let origin: string;
let paths: string[];

beforeEach(async () => {
  paths = [];
  server = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.statusCode = request.headers['x-fail'] === undefined ? 200 : 503;
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const here = { pid: process.pid, postgresPid: process.pid };
const request = (index: number) => ({ path: `/${index}` });

test('sends each numbered request once and measures it', async () => {
  const cost = await requestCost(here, { origin, requests: 40, connections: 4, request });
  expect(paths.sort()).toEqual(Array.from({ length: 40 }, (_, index) => `/${index}`).sort());
  expect(cost.p50).toBeGreaterThan(0);
});

test('refuses to measure failed requests', async () => {
  const failing = (index: number) => ({ path: `/${index}`, headers: { 'x-fail': 'yes' } });
  await expect(requestCost(here, { origin, requests: 4, connections: 2, request: failing })).rejects.toThrow(
    '0 errors and 4 answers other than 2xx of 4',
  );
});

test('counts the answers of a background load until it is stopped', async () => {
  const load = startBackgroundLoad({ origin, connections: 2, request }, 10);
  while (paths.length < 5) await new Promise((resolve) => setTimeout(resolve, 20));
  const { latencies, failures } = await load.stop();
  expect(failures).toBe(0);
  expect(latencies.count).toBeGreaterThanOrEqual(4);
});
