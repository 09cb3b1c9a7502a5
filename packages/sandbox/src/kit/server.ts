import { serve } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { once } from 'node:events';
import { Server } from 'node:http';
import { pause } from './bad-answers.js';
import { isKnownHost } from './known-host.js';
import type { Chaos } from './chaos.js';
import type { Provider, SandboxApp, SandboxContext, SandboxEnv } from './provider.js';
import type { RequestLog } from './request-log.js';

const MAX_BODY_BYTES = 12 * 1024 * 1024;
const KEEP_ALIVE_MS = 75_000;

export interface ServerParts {
  providers: readonly Provider[];
  chaos: Chaos;
  requests: RequestLog;
  /** Mounted under `/_sandbox`. */
  control: SandboxApp;
  adminPage: SandboxApp;
  /** By which it is reached, beside localhost and IP addresses. */
  hostNames: readonly string[];
  onLog: (line: string) => void;
}

/** All providers on one HTTP server, each under its own prefix, logged and with its chaos switch in front. */
export function createApp({
  providers,
  chaos,
  requests,
  control,
  adminPage,
  hostNames,
  onLog,
}: ServerParts): SandboxApp {
  const app = new Hono<SandboxEnv>();
  app.use(refuseUnknownHosts(hostNames));
  const limit = bodyLimit({ maxSize: MAX_BODY_BYTES });
  for (const path of ['/_sandbox/*', '/desk/*']) app.use(path, limit);
  for (const provider of providers) mount(app, provider, chaos, requests);
  app.route('/_sandbox', control);
  app.route('/desk', adminPage);
  app.get('/', (c) => c.redirect('/desk'));
  app.get('/favicon.ico', (c) => c.body(null, 204));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
    onLog(`${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`);
    const provider = providers.find((known) => pathsOf(known).some((path) => c.req.path.startsWith(`${path}/`)));
    return provider ? provider.failure(c) : c.json({ error: 'Internal error' }, 500);
  });
  app.notFound((c) => c.json({ error: `The sandbox has nothing at ${c.req.path}` }, 404));
  return app;
}

const pathsOf = ({ id, bare }: Provider): string[] => [`/${id}`, ...(bare ? [bare.path] : [])];

function mount(app: SandboxApp, provider: Provider, chaos: Chaos, requests: RequestLog): void {
  const prefix = `/${provider.id}`;
  for (const path of pathsOf(provider)) {
    app.use(`${path}/*`, async (c, next) => {
      const started = performance.now();
      await next();
      if (c.req.path.startsWith(`${prefix}/avatars/`)) return;
      const detail = c.get('detail');
      requests.add({
        at: new Date().toISOString(),
        provider: provider.id,
        method: c.req.method,
        path: pathOf(c),
        status: c.env.outgoing.destroyed ? 0 : c.res.status,
        durationMs: Math.round(performance.now() - started),
        ...(detail && { detail }),
      });
    });
    app.use(`${path}/*`, limitFor(provider));
    app.use(`${path}/*`, async (c, next) => {
      const { mode, delayMs } = chaos.of(provider.id);
      // The inbox stays readable: mail's switch is for the mail server.
      if (mode === 'normal' || provider.id === 'mail') return next();
      if (mode === 'slow') {
        await pause(c, delayMs);
        return c.env.outgoing.destroyed ? c.body(null) : next();
      }
      if (mode === 'error') return provider.failure(c);
      c.env.outgoing.destroy();
      return c.body(null);
    });
  }
  app.route(prefix, provider.routes);
  if (provider.bare) app.route('/', provider.bare.routes);
  for (const path of pathsOf(provider)) {
    app.all(path, (c) => provider.notFound(c));
    app.all(`${path}/*`, (c) => provider.notFound(c));
  }
}

/** The admin page and the control calls show secrets of clients. */
const refuseUnknownHosts =
  (names: readonly string[]): MiddlewareHandler<SandboxEnv> =>
  async (c, next) =>
    isKnownHost(c.req.header('host'), names) ? next() : c.text('SANDBOX_PUBLIC_URL names another host.', 421);

const limitFor = (provider: Provider): MiddlewareHandler<SandboxEnv> =>
  bodyLimit({
    maxSize: provider.maxBodyBytes ?? MAX_BODY_BYTES,
    onError: (c) => provider.tooLarge?.(c) ?? c.text('Payload Too Large', 413),
  });

const pathOf = (c: SandboxContext): string => {
  const url = new URL(c.req.url);
  return url.pathname + url.search;
};

export interface ListeningServer {
  port: number;
  close(): Promise<void>;
}

/** @throws the system's error, `EADDRINUSE` for one, if it cannot listen */
export async function listen(app: SandboxApp, host: string, port: number): Promise<ListeningServer> {
  const server = serve({ fetch: app.fetch, hostname: host, port });
  if (!(server instanceof Server)) throw new TypeError('Expected an HTTP/1 server');
  // A busy client must not write into a connection that has just been closed as idle.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await once(server, 'listening');
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
