import { once } from 'node:events';
import {
  createServer,
  request as openRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { publishPages } from '../src/web/publish-pages.js';
import { createWebServer } from '../src/web/server.js';

export const FAKE_WEB = join(__dirname, 'fake-web');
const pagesDir = mkdtempSync(join(tmpdir(), 'pages-'));

/** What makes the web app installable. */
export const INSTALLABLE = [
  ['/app.webmanifest', 'application/manifest+json'],
  ['/zh/app.webmanifest', 'application/manifest+json'],
  ['/icons/icon-192.png', 'image/png'],
] as const;

/** What an installation sets. */
export const VARIABLES = {
  PUBLIC_URL: 'https://studio.example',
  PRODUCT_NAME: 'R&D <Studio> "\\1|',
  FREE_ALLOWANCE: '',
  FREE_MONTHLY_CREDITS: '1250.5',
};

interface RawAnswer {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const createWeb = (apiOrigin: string, trustProxyHops = 1): Promise<FastifyInstance> =>
  createWebServer({
    root: FAKE_WEB,
    pagesDir,
    apiOrigin,
    imageOrigins: ['http://localhost:3200'],
    hostNames: ['studio.example'],
    trustProxyHops,
    logLevel: 'silent',
  });

/** A web server before an API that answers by `answer`. */
export class WebServerTests {
  web!: FastifyInstance;
  origin = '';
  apiOrigin = '';
  /** Requests that reached the API. */
  calls = 0;
  answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;

  readonly get = (path: string, headers: Record<string, string> = {}, from = this.origin): Promise<Response> =>
    fetch(`${from}${path}`, { headers, redirect: 'manual' });

  /** Sends headers and an address that `fetch` would not. */
  readonly sendRaw = async (method: string, path: string, headers = {}, body = ''): Promise<RawAnswer> => {
    const { port } = new URL(this.origin);
    const sent = openRequest({ host: '127.0.0.1', port, method, path, agent: false, headers });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  };
}

/** Read its fields inside tests only. */
export function useWebServer(): WebServerTests {
  const tests = new WebServerTests();
  const api = createServer((request, response) => {
    tests.calls += 1;
    tests.answer(request, response);
  });
  beforeAll(async () => {
    await publishPages(FAKE_WEB, pagesDir, VARIABLES);
    tests.apiOrigin = await listen(api);
    tests.web = await createWeb(tests.apiOrigin);
    tests.origin = await tests.web.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await tests.web.close();
    api.closeAllConnections();
    api.close();
    rmSync(pagesDir, { recursive: true, force: true });
  });
  beforeEach(() => {
    tests.calls = 0;
    tests.answer = (request, response) => response.end(JSON.stringify({ url: request.url, headers: request.headers }));
  });
  return tests;
}
