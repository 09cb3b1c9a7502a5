import { afterEach, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { startProbe } from './probe.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serverThat(answer: (path: string) => number): Promise<string> {
  const made = (server = createServer((request, response) => {
    response.writeHead(answer(request.url ?? ''), { 'content-length': '2' }).end('ok');
  }));
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  const address = made.address();
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
}

/** Probes until so many were asked. */
async function probed(origin: string, count: number) {
  let asked = 0;
  const enough = new Promise<void>((resolve) => {
    const probe = startProbe(origin, 200, (index) => {
      asked = index + 1;
      if (asked === count) resolve();
      return { path: index % 2 === 0 ? '/good' : '/bad' };
    });
    stop = () => probe.stop();
  });
  await enough;
  return stop();
}
let stop: ReturnType<typeof startProbe>['stop'] = () => Promise.resolve({ times: [], failures: [] });

test('each request is answered or told as a failure, with what was said', async () => {
  const { times, failures } = await probed(await serverThat((path) => (path === '/bad' ? 503 : 200)), 6);
  expect(times.length).toBeGreaterThanOrEqual(6);
  expect(failures.length).toBe(Math.floor(times.length / 2));
  expect(failures[0]).toBe('/bad: 503 ok');
});

test('a server that is not there is told too', async () => {
  const origin = await serverThat(() => 200);
  await new Promise((resolve) => server?.close(resolve));
  const { failures } = await probed(origin, 2);
  expect(failures.length).toBeGreaterThanOrEqual(2);
});
