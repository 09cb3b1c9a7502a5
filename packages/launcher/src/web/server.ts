import { isKnownHost } from '@app/sandbox/known-host';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerNotFound, isForApi, proxyApi } from './api-proxy.js';
import type { WebConfig } from './config.js';
import { servePages } from './pages.js';
import { securityHeaders } from './security-headers.js';

/** A request must have arrived within this time; the API waits as long for its own. */
const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** How often Node looks for requests that are too late; every 30 s unless told. */
const CHECK_EVERY_MS = 1_000;

type Options = Pick<
  WebConfig,
  'root' | 'pagesDir' | 'apiOrigin' | 'imageOrigins' | 'hostNames' | 'hasAnalytics' | 'trustProxyHops'
> & {
  logLevel?: string;
};

/** The local web server: the built web app, and `/api/…` handed on. Not listening yet. */
export async function createWebServer(config: Options): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: config.logLevel ?? 'warn' },
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_EVERY_MS },
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Open event streams would otherwise hold up the end.
    forceCloseConnections: true,
    // An address that cannot be decoded.
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack();
      answerNotFound(reply.raw);
    },
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (isKnownHost(request.headers.host, config.hostNames)) return done();
    void reply.code(421).type('text/plain; charset=utf-8').send('PUBLIC_URL names another host than this address.\n');
  });
  proxyApi(app, config);
  const headers = securityHeaders(config.imageOrigins, config.hasAnalytics);
  app.addHook('onRequest', (request, reply, done) => {
    // The API's answers carry their own.
    if (!isForApi(request.url)) void reply.headers(headers);
    done();
  });
  await servePages(app, { root: config.root, pages: config.pagesDir, apiOrigin: config.apiOrigin });
  return app;
}
