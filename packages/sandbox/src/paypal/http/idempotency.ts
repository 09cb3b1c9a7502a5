import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { SandboxEnv } from '../../kit/provider.js';
import type { Slice, SliceOptions } from '../../kit/store.js';
import { WRITE_DELAY_MS } from '../write-delay.js';

const Answers = z.array(z.object({ key: z.string(), body: z.string() }));
type Answers = z.infer<typeof Answers>;
export const answerSlice: SliceOptions<Answers> = {
  name: 'paypal-answers',
  writeDelayMs: WRITE_DELAY_MS,
  schema: Answers,
  seed: () => [],
};

const KEPT_ANSWERS = 500;
/** The calls that obey `PayPal-Request-Id`; others act again. */
const IDEMPOTENT = [
  /\/v1\/catalogs\/products$/,
  /\/v1\/billing\/plans$/,
  /\/v1\/billing\/subscriptions$/,
  /\/v1\/billing\/subscriptions\/[^/]+\/capture$/,
  /\/v2\/checkout\/orders$/,
  /\/v2\/checkout\/orders\/[^/]+\/(capture|authorize)$/,
  /\/v2\/payments\/(captures|authorizations)\/[^/]+\/(refund|capture)$/,
  /\/v1\/payments\/sale\/[^/]+\/refund$/,
];

/** Answers a request whose `PayPal-Request-Id` has succeeded before with the same result, and status 200. */
export function replayAnswers(answers: Slice<Answers>): MiddlewareHandler<SandboxEnv> {
  const underWay = new Map<string, Promise<unknown>>();
  return async (c, next) => {
    const requestId = c.req.header('paypal-request-id');
    if (c.req.method !== 'POST' || !requestId || !IDEMPOTENT.some((path) => path.test(c.req.path))) return next();
    const key = `${c.req.path} ${requestId}`;
    // A second request at the same time waits for the first.
    while (underWay.has(key)) await underWay.get(key);
    const known = answers.value.find((answer) => answer.key === key);
    if (known) return c.body(known.body, 200, { 'content-type': 'application/json' });

    const acting = next();
    underWay.set(
      key,
      acting.catch(() => undefined),
    );
    try {
      await acting;
      if (!c.res.ok) return;
      const body = await c.res.clone().text();
      answers.update((value) => {
        value.push({ key, body });
        value.splice(0, Math.max(0, value.length - KEPT_ANSWERS));
      });
    } finally {
      underWay.delete(key);
    }
  };
}
