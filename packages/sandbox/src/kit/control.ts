import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { ChaosMode, type Chaos } from './chaos.js';
import type { Clock } from './clock.js';
import type { Failures } from './failures.js';
import type { Provider, SandboxApp, SandboxEnv } from './provider.js';
import { readJson } from './read-json.js';
import type { RequestLog } from './request-log.js';

export interface ControlParts {
  providers: readonly Provider[];
  clock: Clock;
  chaos: Chaos;
  failures: Failures;
  requests: RequestLog;
  reset: () => void;
  setRedirectUris: (redirectUris: string[]) => void;
  environment: () => Record<string, string>;
  offers: () => Record<string, Record<string, string>>;
}

const Freeze = z.strictObject({ at: z.iso.datetime({ offset: true }).optional() });
const Advance = z.strictObject({ ms: z.number().int().min(0) });
const RedirectUris = z.strictObject({ redirectUris: z.array(z.url()) });
const ChaosSwitch = z.strictObject({
  provider: z.string(),
  mode: ChaosMode,
  delayMs: z.number().int().min(0).max(600_000).optional(),
});
const FailurePlan = z.strictObject({
  provider: z.string(),
  kind: z.string(),
  times: z.number().int().min(1).max(10_000).default(1),
  method: z.enum(['GET', 'HEAD', 'PUT', 'POST', 'DELETE']).optional(),
});

export function createControl(parts: ControlParts): SandboxApp {
  const { providers, requests } = parts;
  const app = new Hono<SandboxEnv>();
  app.use(async (c, next) => {
    // Pages of another origin can post forms and text without a preflight, but not JSON.
    const isWrite = c.req.method === 'POST' || c.req.method === 'PUT';
    if (isWrite && !c.req.header('content-type')?.startsWith('application/json')) {
      throw new HTTPException(415, { message: 'Send application/json' });
    }
    return next();
  });
  clockCalls(app, parts.clock);
  app.post('/reset', (c) => {
    parts.reset();
    return c.json({ ok: true });
  });
  app.post('/chaos', async (c) => {
    const { provider, mode, delayMs } = await readJson(c, ChaosSwitch);
    if (!providers.find(({ id }) => id === provider)?.chaosModes.includes(mode)) {
      throw new HTTPException(400, { message: `"${provider}" has no mode "${mode}"` });
    }
    parts.chaos.set(provider, mode, delayMs);
    return c.json(parts.chaos.of(provider));
  });
  app.post('/redirect-uris', async (c) => {
    const { redirectUris } = await readJson(c, RedirectUris);
    parts.setRedirectUris(redirectUris);
    return c.json({ redirectUris });
  });
  failureCalls(app, parts);
  app.get('/providers', (c) =>
    c.json(providers.map(({ id, chaosModes, failureKinds = [] }) => ({ id, chaosModes, failureKinds }))),
  );
  app.get('/environment', (c) => c.json(parts.environment()));
  app.get('/offers', (c) => c.json(parts.offers()));
  app.get('/requests', (c) => c.json(requests.list(c.req.query('provider'))));
  for (const { control } of providers) if (control) app.route('/', control);
  return app;
}

function clockCalls(app: SandboxApp, clock: Clock): void {
  const answer = () => ({ now: new Date(clock.now()).toISOString(), isFrozen: clock.isFrozen });
  app.get('/clock', (c) => c.json(answer()));
  app.post('/clock/freeze', async (c) => {
    const { at } = await readJson(c, Freeze);
    clock.freeze(at === undefined ? undefined : Date.parse(at));
    return c.json(answer());
  });
  app.post('/clock/advance', async (c) => {
    clock.advance((await readJson(c, Advance)).ms);
    return c.json(answer());
  });
  app.post('/clock/reset', (c) => {
    clock.reset();
    return c.json(answer());
  });
}

/** `POST failures` plans a failure for the next `times` requests; `DELETE failures` clears the plan. */
function failureCalls(app: SandboxApp, { providers, failures }: ControlParts): void {
  app.get('/failures', (c) => c.json(failures.list()));
  app.post('/failures', async (c) => {
    const { method, ...plan } = await readJson(c, FailurePlan);
    if (!providers.find(({ id }) => id === plan.provider)?.failureKinds?.includes(plan.kind)) {
      throw new HTTPException(400, { message: `"${plan.provider}" has no failure "${plan.kind}"` });
    }
    failures.plan({ ...plan, ...(method && { method }) });
    return c.json(failures.list(), 201);
  });
  app.delete('/failures', (c) => {
    failures.clear(c.req.query('provider'));
    return c.body(null, 204);
  });
}
