import { describe, expect, it } from '@jest/globals';
import { INSTALLABLE, useWebServer, VARIABLES } from '../../test/web-server.js';
import { nginxHeaders, securityHeaders } from './security-headers.js';

const t = useWebServer();

describe('pages', () => {
  it.each([
    ['/', 'Home'],
    ['/generate', 'Generate'],
    ['/zh/gallery', '图库'],
    ['/api', 'API'],
    ['/api/', 'API'],
    ['/api/?from=mail', 'API'],
    ['/zh/api', 'API'],
    ['/auth/callback?code=a.b&state=google.1', 'Callback'],
    ['/batch', 'Batch'],
    ['/batch/abc', 'A batch'],
    ['/batch/abc/', 'A batch'],
    ['/batch/', 'Batch'],
    ['/zh/pricing/', '价格'],
  ])('%s has its own page, always the newest', async (path, title) => {
    const response = await t.get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain(`<title>${title}</title>`);
    expect(t.calls).toBe(0);
  });

  it.each([
    ['/shared/a-b_C', 'en', 'Shared'],
    ['/zh/shared/a-b_C', 'zh', '分享'],
    ['/shared/a-b_C/', 'en', 'Shared'],
    ['/zh/shared/a-b_C/?from=chat', 'zh', '分享'],
  ])('%s says by tags of the API what it leads to', async (path, locale, title) => {
    t.answer = (request, response) =>
      response.end(
        request.url === `/api/images/shared/a-b_C/tags?locale=${locale}` &&
          request.headers['x-forwarded-for'] === '9.9.9.9, 127.0.0.1'
          ? '<meta property="og:title" content="$& fox" />'
          : 'another request',
      );
    const response = await t.get(path, { 'x-forwarded-for': '9.9.9.9' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(await response.text()).toContain(`<meta property="og:title" content="$& fox" />\n<title>${title}</title>`);
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('of a shared link is sent as the browser can read it: %s', async (accepted, encoding) => {
    const tag = '<meta property="og:title" content="A fox" />\n';
    t.answer = (_, response) => response.end(tag.repeat(50));
    const response = await t.get('/shared/abc', { 'accept-encoding': accepted });
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding]);
    if (encoding !== null) expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(await response.text()).toContain(tag.repeat(50));
  });

  it('of a shared link has no tags while the API refuses or is away', async () => {
    t.answer = (_, response) => response.writeHead(503).end('{"success":false}');
    expect(await (await t.get('/shared/abc')).text()).toMatch(/^<!doctype html>\n\n<title>Shared<\/title>/);
    t.answer = (request) => request.socket.destroy();
    expect(await (await t.get('/shared/abc')).text()).toMatch(/^<!doctype html>\n\n<title>Shared<\/title>/);
  });

  it.each([
    ['/nothing', 'Not found'],
    ['/fr/pricing', 'Not found'],
    ['/zh/nothing', '没有这一页'],
    ['/shared/a/b', 'Not found'],
    ['/api-announced', 'Not found'],
  ])('answers %s with 404 and the page that says so', async (path, title) => {
    const response = await t.get(path);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-cache']);
    expect(await response.text()).toContain(`<title>${title}</title>`);
  });

  it('say the name, the address and the free credits of the installation, escaped', async () => {
    expect(await (await t.get('/')).text()).toContain('<p>R&amp;D &lt;Studio&gt; &quot;\\1| 1,250.5</p>');
    expect(await (await t.get('/robots.txt')).text()).toBe('Sitemap: https://studio.example/sitemap.xml\n');
  });

  it.each(['br', 'gzip'])('are sent compressed as %s, and known by their tag', async (encoding) => {
    const { headers, status } = await t.sendRaw('GET', '/', { 'accept-encoding': encoding });
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, encoding, 'accept-encoding']);
    const conditional = { 'accept-encoding': encoding, 'if-none-match': headers.etag };
    expect((await t.sendRaw('GET', '/', conditional)).status).toBe(304);
    // Another encoding is another representation.
    expect((await t.sendRaw('GET', '/', { 'if-none-match': headers.etag })).status).toBe(200);
  });

  it('have headers that allow only own scripts, and no framing', async () => {
    const { headers } = await t.get('/generate');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).toMatch(/img-src 'self' data: blob: http:\/\/localhost:3200;/);
    expect(policy).toMatch(/frame-ancestors 'none'$/);
    expect(policy).toMatch(/require-trusted-types-for 'script';trusted-types 'none';/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it('allow what Google Analytics needs only where the web app was built with an id of it', () => {
    const policyOf = (hasAnalytics: boolean) => securityHeaders([], hasAnalytics)['content-security-policy'] ?? '';
    expect(policyOf(true)).toMatch(/script-src 'self' https:\/\/\*\.googletagmanager\.com;/);
    expect(policyOf(true)).toMatch(/connect-src 'self' https:\/\/\*\.google-analytics\.com /);
    expect(policyOf(true)).toMatch(/trusted-types analytics goog#html;/);
    expect(policyOf(false)).not.toMatch(/goog/);
  });

  it.each([false, true])('have the same headers behind nginx, with analytics: %s', (hasAnalytics) => {
    const lines = nginxHeaders(['http://localhost:3200'], hasAnalytics).trimEnd().split('\n');
    const expected = Object.entries(securityHeaders(['http://localhost:3200'], hasAnalytics));
    expect(lines).toEqual(expected.map(([name, value]) => `add_header ${name} "${value}" always;`));
  });

  it('allow GET and HEAD only', async () => {
    expect((await fetch(`${t.origin}/generate`, { method: 'POST' })).status).toBe(404);
  });
});

describe('the Host header', () => {
  const statusOf = async (host: string, path: string) => (await t.sendRaw('GET', path, { host })).status;

  it.each([
    'localhost',
    'LocalHost:3000',
    'app.localhost:3000',
    '127.0.0.1:3000',
    '192.168.1.5',
    '[::1]:3000',
    'studio.example',
  ])('accepts the host %s', async (host) => {
    expect([await statusOf(host, '/'), await statusOf(host, '/api/x')]).toEqual([200, 200]);
  });

  it.each(['evil.example', 'localhost.evil.example', 'evil.example:3000', 'studio.example.evil.example', 'a b'])(
    'refuses the host %s, because DNS may point it here',
    async (host) => {
      expect([await statusOf(host, '/'), await statusOf(host, '/api/x')]).toEqual([421, 421]);
      expect(t.calls).toBe(0);
    },
  );
});

describe('files', () => {
  it('with a hash in their name are cached for ever, and served precompressed', async () => {
    const response = await t.get('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip' });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(response.headers.get('content-type')).toContain('javascript');
    expect(await response.text()).toBe("console.log('app');\n");
  });

  it('have the package of the client among them', async () => {
    const response = await t.get('/lumina-client.tgz', { 'accept-encoding': 'gzip' });
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
    expect(await response.text()).toBe('the package of the client\n');
  });

  it('without a hash are cached for an hour', async () => {
    expect((await t.get('/favicon.svg')).headers.get('cache-control')).toBe('public, max-age=3600');
  });

  it.each(INSTALLABLE)('%s is sent as %s and cached for an hour', async (path, type) => {
    const { status, headers } = await t.get(path);
    expect([status, headers.get('content-type')?.split(';')[0], headers.get('cache-control')]).toEqual([
      200,
      type,
      'public, max-age=3600',
    ]);
  });

  it.each(['/app.webmanifest', '/zh/app.webmanifest'])('%s bears the name of the installation', async (path) => {
    expect(await (await t.get(path)).json()).toMatchObject({ name: VARIABLES.PRODUCT_NAME });
  });

  it.each(['/assets/app-000000.js', '/assets/', '/robots-not.txt', '/..%2f..%2fpackage.json', '/%E0%A4%A'])(
    '%s is not found, and never the app',
    async (path) => {
      const response = await t.get(path);
      expect([400, 403, 404]).toContain(response.status);
      expect(await response.text()).not.toContain('<title>');
    },
  );
});
