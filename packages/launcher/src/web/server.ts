import Fastify, { type FastifyInstance } from 'fastify';
import { answerNotFound, isForApi, proxyApi } from './api-proxy.js';
import type { WebConfig } from './config.js';
import { servePages } from './pages.js';
import { securityHeaders } from './security-headers.js';

/** The local web server: the built web app, and `/api/…` handed on. Not listening yet. */
export async function createWebServer(
  config: Pick<WebConfig, 'root' | 'apiOrigin' | 'imageOrigins' | 'hasAnalytics' | 'trustProxyHops'> & {
    logLevel?: string;
  },
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: config.logLevel ?? 'warn' },
    // Open event streams would otherwise hold up the end.
    forceCloseConnections: true,
    // An address that cannot be decoded.
    frameworkErrors: (_error, _request, reply) => answerNotFound(reply),
  });
  const headers = securityHeaders(config.imageOrigins, config.hasAnalytics);
  app.addHook('onRequest', (request, reply, done) => {
    // The API's answers carry their own.
    if (!isForApi(request.url)) void reply.headers(headers);
    done();
  });
  await proxyApi(app, config);
  await servePages(app, config.root);
  return app;
}
