import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import {
  ACCEL_LOCATION,
  describeWithNginx,
  IMAGE,
  IMAGE_ORIGINS,
  useNginxWebServer,
} from '../../test/nginx-web-server.js';
import { INSTALLABLE, VARIABLES } from '../../test/web-server.js';
import { securityHeaders } from './security-headers.js';

const ASSET = '/assets/app-1a2b3c.js';
const ASSET_TEXT = "console.log('app');\n";

describeWithNginx('the web app behind nginx', () => {
  const t = useNginxWebServer();

  it.each([
    ['/', 'Home'],
    ['/generate', 'Generate'],
    ['/zh/gallery', '图库'],
    ['/zh/pricing/', '价格'],
    ['/batch/', 'Batch'],
    ['/batch/abc', 'A batch'],
    ['/batch/abc/', 'A batch'],
    ['/api', 'API'],
    ['/api/', 'API'],
    ['/api/?from=mail', 'API'],
    ['/zh/api', 'API'],
    ['/auth/callback?code=a.b&state=google.1', 'Callback'],
  ])('answers %s with its own page, always the newest', async (path, title) => {
    const { status, headers, body } = await t.get(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(body.toString()).toContain(`<title>${title}</title>`);
  });

  it.each([
    ['/shared/a-b_C', 'en', 'Shared'],
    ['/zh/shared/a-b_C', 'zh', '分享'],
    ['/shared/a-b_C/', 'en', 'Shared'],
    ['/zh/shared/a-b_C/?from=chat', 'zh', '分享'],
  ])('%s says by tags of the API what it leads to', async (path, locale, title) => {
    t.answer = (request, response) =>
      response.end(request.url === `/api/images/shared/a-b_C/tags?locale=${locale}` ? '<meta />' : 'another request');
    const { status, headers, body } = await t.get(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(body.toString()).toContain(`<meta />\n<title>${title}</title>`);
  });

  it('sends the page of a shared link without tags while the API refuses or is away', async () => {
    t.answer = (_, response) => response.writeHead(503).end('{"success":false}');
    expect((await t.get('/shared/abc')).body.toString()).toMatch(/^<!doctype html>\n\n<title>Shared<\/title>/);
    t.answer = (request) => request.socket.destroy();
    expect((await t.get('/shared/abc')).body.toString()).toMatch(/^<!doctype html>\n\n<title>Shared<\/title>/);
  });

  it.each([
    ['/nothing', 'Not found'],
    ['/fr/pricing', 'Not found'],
    ['/shared/a/b', 'Not found'],
    ['/batch/a/b/', 'Not found'],
    ['/zh/nothing', '没有这一页'],
    ['/404.html', 'Not found'],
  ])('answers %s with 404 and the page that says so', async (path, title) => {
    const { status, headers, body } = await t.get(path);
    expect([status, headers['cache-control']]).toEqual([404, 'no-cache']);
    expect(body.toString()).toContain(`<title>${title}</title>`);
  });

  it('sends the pages of this installation, and its robots.txt', async () => {
    expect((await t.get('/')).body.toString()).toContain('<p>R&amp;D &lt;Studio&gt; &quot;\\1| 1,250.5</p>');
    const robots = await t.get('/robots.txt');
    expect([robots.headers['content-type'], robots.body.toString()]).toEqual([
      'text/plain; charset=utf-8',
      'Sitemap: https://studio.example/sitemap.xml\n',
    ]);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'br'],
    ['BR', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['gzip, br; q=0.00', 'gzip'],
    ['gzip, brotli', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('chooses among precompressed files for "%s": %s', async (accepted, encoding) => {
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((body: Buffer) => body);
    const files = [
      { path: ASSET, type: 'text/javascript', text: ASSET_TEXT },
      { path: '/', type: 'text/html; charset=utf-8', text: '<title>Home</title>' },
      { path: '/zh/gallery', type: 'text/html; charset=utf-8', text: '<title>图库</title>' },
      { path: '/api', type: 'text/html; charset=utf-8', text: '<title>API</title>' },
    ];
    for (const { path, type, text } of files) {
      const { status, headers, body } = await t.get(path, { 'accept-encoding': accepted });
      expect([path, status, headers['content-encoding'], headers['content-type'], headers['vary']]).toEqual([
        path,
        200,
        encoding,
        type,
        'Accept-Encoding',
      ]);
      expect(decode(body).toString()).toContain(text);
    }
  });

  it.each(['br', 'gzip', 'identity'])('answers 304 to the tag of a page in %s', async (encoding) => {
    const { headers } = await t.get('/', { 'accept-encoding': encoding });
    const conditional = { 'accept-encoding': encoding, 'if-none-match': headers.etag ?? '' };
    expect((await t.get('/', conditional)).status).toBe(304);
  });

  it('sends the package of the client as it is', async () => {
    const { status, headers, body } = await t.get('/lumina-client.tgz', { 'accept-encoding': 'gzip, br' });
    expect([status, headers['content-type'], headers['content-encoding']]).toEqual([
      200,
      'application/gzip',
      undefined,
    ]);
    expect(body.toString()).toBe('the package of the client\n');
  });

  it('lets browsers keep files with a hash in their name for ever, others for an hour', async () => {
    const cacheOf = async (path: string, encoding = 'identity') =>
      (await t.get(path, { 'accept-encoding': encoding })).headers['cache-control'];
    for (const encoding of ['identity', 'gzip', 'br'])
      expect(await cacheOf(ASSET, encoding)).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/favicon.svg')).toBe('public, max-age=3600');
  });

  it.each(INSTALLABLE)('sends %s as %s, to be kept for an hour', async (path, type) => {
    const { status, headers } = await t.get(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, 'public, max-age=3600']);
  });

  it('sends the manifest of this installation, compressed too', async () => {
    const { headers, body } = await t.get('/zh/app.webmanifest', { 'accept-encoding': 'br' });
    expect([headers['content-type'], headers['content-encoding']]).toEqual(['application/manifest+json', 'br']);
    expect(JSON.parse(brotliDecompressSync(body).toString())).toMatchObject({ name: VARIABLES.PRODUCT_NAME });
  });

  it.each([
    '/assets/app-000000.js',
    '/..%2f..%2fpackage.json',
    '/assets/../../package.json',
    '/.pages/both/index.html',
  ])('does not send %s, and lets nobody keep that answer', async (path) => {
    const { status, headers, body } = await t.get(path);
    expect([400, 404]).toContain(status);
    expect(headers['cache-control'] ?? 'no-cache').toBe('no-cache');
    expect(body.toString()).not.toMatch(/<title>Home|"name"/);
  });

  it.each([
    '/',
    '/zh/gallery',
    '/nothing',
    '/zh/nothing',
    ASSET,
    '/favicon.svg',
    '/robots.txt',
    '/api',
    '/app.webmanifest',
  ])('sends the security headers of the local web server with %s', async (path) => {
    const { headers } = await t.get(path);
    expect(headers).toMatchObject(securityHeaders(IMAGE_ORIGINS));
  });

  it('hands /api on as it comes, with the caller, and leaves the headers of the answer alone', async () => {
    const path = '/api/images?page=2&search=%E7%8C%AB';
    const { headers, body } = await t.get(path, { host: 'studio.example', 'x-forwarded-for': '9.9.9.9' });
    const seen = JSON.parse(body.toString()) as { url: string; headers: Record<string, string> };
    expect(seen.url).toBe(path);
    expect(seen.headers).toMatchObject({
      host: 'studio.example',
      'x-forwarded-for': '9.9.9.9, 127.0.0.1, 127.0.0.1',
      'x-forwarded-host': 'studio.example',
    });
    for (const name of ['content-security-policy', 'cache-control', 'vary']) expect(headers[name]).toBeUndefined();
  });

  it('hands an event stream on piece by piece, and ends it above when the visitor leaves', async () => {
    let stream: ServerResponse | undefined;
    t.answer = (_request, response) => {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
    };
    const visit = new AbortController();
    const response = await fetch(`${t.origin}/api/images/events`, { signal: visit.signal });
    const reader = response.body?.getReader();
    const next = async () => Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(await next()).toBe('data: 1\n\n');
    stream?.write('data: 2\n\n');
    expect(await next()).toBe('data: 2\n\n');
    if (!stream) throw new Error('the API was not asked');
    const left = once(stream, 'close');
    visit.abort();
    await left;
  });

  it('sends an image that the API allows, and nothing from its folder otherwise', async () => {
    t.answer = (_request, response) =>
      response
        .writeHead(200, {
          'content-type': 'image/png',
          'x-accel-redirect': `${ACCEL_LOCATION}${IMAGE.name}`,
          'x-accel-cache-control': 'private, max-age=60',
        })
        .end();
    const sent = await t.get('/api/images/1/download');
    expect([sent.status, sent.headers['content-type'], sent.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'private, max-age=60',
    ]);
    expect(sent.body.equals(IMAGE.bytes)).toBe(true);
    for (const path of [`${ACCEL_LOCATION}${IMAGE.name}`, `/api/..${ACCEL_LOCATION}${IMAGE.name}`]) {
      expect((await t.get(path)).status).toBe(404);
    }
  });

  it('leaves the size of a body to the API', async () => {
    t.answer = (request, response) => {
      let bytes = 0;
      request.on('data', (piece: Buffer) => (bytes += piece.length));
      request.on('end', () => response.writeHead(413).end(String(bytes)));
    };
    const { status, body } = await t.send('POST', '/api/images/generate', {}, 'x'.repeat(2_000_000));
    expect([status, body.toString()]).toEqual([413, '2000000']);
  });

  it('says as the API would that the API is away, and leaves the refusals of the API alone', async () => {
    t.answer = (_request, response) => response.writeHead(502).end('of the API');
    expect((await t.get('/api/quota')).body.toString()).toBe('of the API');
    t.answer = (request) => request.socket.destroy();
    expectAway(await t.get('/api/quota'));
  });

  it('says so too where the server before the API is gone', async () => {
    await t.stopApiServer();
    expectAway(await t.get('/api/quota'));
  });
});

function expectAway({ status, headers, body }: Awaited<ReturnType<ReturnType<typeof useNginxWebServer>['get']>>): void {
  expect([status, headers['content-type'], headers['retry-after'], headers['cache-control']]).toEqual([
    503,
    'application/json; charset=utf-8',
    '3',
    'no-store',
  ]);
  expect(JSON.parse(body.toString())).toEqual({
    success: false,
    code: 'SERVICE_UNAVAILABLE',
    message: 'The service is temporarily unavailable. Please try again in a moment.',
    request_id: expect.stringMatching(/^\w{32}$/),
  });
}
