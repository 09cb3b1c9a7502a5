import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as openRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startNginx, startWebNginx, type NginxServer } from '@app/sandbox/nginx';
import { afterAll, beforeAll, beforeEach, describe } from '@jest/globals';
import { publishPages } from '../src/web/publish-pages.js';
import { nginxHeaders } from '../src/web/security-headers.js';
import { FAKE_WEB, listen, VARIABLES } from './web-server.js';

export const IMAGE_ORIGINS = ['http://localhost:3200'];
export const ACCEL_LOCATION = '/_images/';
export const IMAGE = { name: 'a.png', bytes: Buffer.from('bytes of an image') };

/** On macOS nginx cannot be fetched, so that these cases need an installed one. */
export function describeWithNginx(name: string, cases: () => void): void {
  const isMissing = process.platform === 'darwin' && spawnSync('nginx', ['-v']).error !== undefined;
  (isMissing ? describe.skip : describe)(name, cases);
}

interface NginxAnswer {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** As the web image: nginx before the built web app, a second server of nginx before the API, and a stub of that. */
class NginxWebServerTests {
  origin = '';
  answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;

  /** The server of nginx before the API ends. */
  stopApiServer: () => Promise<unknown> = () => Promise.resolve();

  readonly get = (path: string, headers: Record<string, string> = {}): Promise<NginxAnswer> =>
    this.send('GET', path, headers);

  readonly send = async (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body = '',
  ): Promise<NginxAnswer> => {
    const { port } = new URL(this.origin);
    const sent = openRequest({ host: '127.0.0.1', port, path, method, agent: false, headers });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
  };
}

/** Read its fields inside tests only. */
export function useNginxWebServer(): NginxWebServerTests {
  const tests = new NginxWebServerTests();
  const servers: NginxServer[] = [];
  let dir = '';
  const api = createServer((request, response) => tests.answer(request, response));
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'nginx-web-'));
    await chmod(dir, 0o755);
    const [pagesDir, storageDir] = [join(dir, 'pages'), join(dir, 'storage')];
    await publishPages(FAKE_WEB, pagesDir, VARIABLES);
    await mkdir(storageDir);
    await writeFile(join(storageDir, IMAGE.name), IMAGE.bytes);
    const { host: apiAddress } = new URL(await listen(api));
    const inner = await startNginx({
      dir: join(dir, 'api'),
      apiAddresses: [apiAddress],
      storageDir,
      accelLocation: ACCEL_LOCATION,
    });
    servers.push(inner);
    tests.stopApiServer = () => inner.stop();
    const outer = await startWebNginx({
      dir: join(dir, 'web'),
      apiAddress: new URL(inner.origin).host,
      root: FAKE_WEB,
      pagesDir,
      securityHeaders: nginxHeaders(IMAGE_ORIGINS),
    });
    servers.push(outer);
    tests.origin = outer.origin;
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    api.closeAllConnections();
    api.close();
    await rm(dir, { recursive: true, force: true });
  });
  beforeEach(() => {
    tests.answer = (request, response) => response.end(JSON.stringify({ url: request.url, headers: request.headers }));
  });
  return tests;
}
