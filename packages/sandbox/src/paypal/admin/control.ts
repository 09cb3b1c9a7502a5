import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import type { SandboxApp, SandboxContext, SandboxEnv } from '../../kit/provider.js';
import { readJson } from '../../kit/read-json.js';
import { WebhookSettings } from '../../kit/webhook-delivery.js';
import { DisputeOutcome, DisputeReason } from '../disputes/dispute.js';
import { disputeOf, openDispute, presentDispute, resolveDispute } from '../disputes/resolution.js';
import { Funding } from '../funding.js';
import type { Access } from '../http/authentication.js';
import { PaypalError } from '../http/errors.js';
import { sealEvent, type WebhookParts } from '../webhooks/routes.js';
import { cancel, subscriptionOf } from '../subscriptions/lifecycle.js';
import { PaypalSettings, type World } from '../world.js';

const FundingChange = z.strictObject({ funding: Funding });
const NewDispute = z.strictObject({ transactionId: z.string(), reason: DisputeReason.default('UNAUTHORISED') });
const Resolution = z.strictObject({ outcome: DisputeOutcome });
const Nothing = z.strictObject({});

/**
 * What tests steer PayPal by, below `/_sandbox/paypal`, JSON in and out:
 * - `GET .`, `POST .` `{ firstPaymentDelayMs?, isOutOfMoney? }`: how it behaves
 * - `GET subscriptions`, `orders`, `payments`, `refunds`, `disputes`, `events`, `deliveries`: what happened
 * - `GET webhooks`, `POST webhooks` `{ mode?, delayMs?, lateMs?, quietMs?, retryMs? }`: how webhooks travel
 * - `POST webhooks/flush` `{}`: sends what waits, and answers when it was sent
 * - `POST deliveries/:id/resend` `{}`: sends one again, also a lost one
 * - `POST events/:id/seal` `{}`: headers and body of a transmission of it, which is not sent
 * - `POST subscriptions/:id/funding` `{ funding }`: what the person pays with from now on (see `Funding`)
 * - `POST subscriptions/:id/cancel` `{}`: the person ends it at PayPal
 * - `POST disputes` `{ transactionId, reason? }`, `POST disputes/:id/resolve` `{ outcome }`
 * - `POST tokens/expire` `{}`: all access tokens end
 *
 * Renewals and retries follow the sandbox's clock (`/_sandbox/clock/advance`).
 */
export function paypalControl(
  world: World,
  { access, webhooks, runBilling }: { access: Access; webhooks: WebhookParts; runBilling: () => void },
): SandboxApp {
  const app = new Hono<SandboxEnv>();
  app.onError((error, c) => {
    if (!(error instanceof PaypalError)) throw error;
    return c.json({ error: error.details[0]?.issue ?? error.errorName }, 400);
  });
  app.use(async (_c, next) => {
    runBilling();
    await next();
  });
  stateCalls(app, world);
  webhookCalls(app, world);
  sealCall(app, webhooks);
  app.post('/subscriptions/:id/funding', async (c) => {
    const subscription = subscriptionOf(world, c.req.param('id'));
    const { funding } = await readJson(c, FundingChange);
    world.subscriptions.update(() => Object.assign(subscription, { funding }));
    return c.json(subscription);
  });
  app.post('/subscriptions/:id/cancel', async (c) => {
    const subscription = subscriptionOf(world, c.req.param('id'));
    await readJson(c, Nothing);
    cancel(world, subscription, 'Cancelled by the subscriber');
    return c.json(subscription);
  });
  app.post('/disputes', async (c) => {
    const { transactionId, reason } = await readJson(c, NewDispute);
    const payment = world.payments.value.find(({ id }) => id === transactionId);
    if (!payment) throw new HTTPException(400, { message: `There is no payment "${transactionId}"` });
    return c.json(presentDispute(openDispute(world, payment, reason), world), 201);
  });
  app.post('/disputes/:id/resolve', async (c) => {
    const dispute = disputeOf(world, c.req.param('id'));
    resolveDispute(world, dispute, (await readJson(c, Resolution)).outcome);
    return c.json(presentDispute(dispute, world));
  });
  app.post('/tokens/expire', async (c) => {
    await readJson(c, Nothing);
    access.expireTokens();
    return c.json({ ok: true });
  });
  return new Hono<SandboxEnv>().route('/paypal', app);
}

function stateCalls(app: SandboxApp, { settings, events, ...world }: World): void {
  app.get('/', (c) => c.json(settings.value));
  app.post('/', async (c) => {
    const changes = await readJson(c, PaypalSettings.partial());
    settings.update((value) => Object.assign(value, changes));
    return c.json(settings.value);
  });
  for (const name of ['subscriptions', 'orders', 'payments', 'refunds', 'disputes'] as const) {
    app.get(`/${name}`, (c) => c.json(world[name].value));
  }
  app.get('/events', (c) => c.json(events.list().map(({ body }) => JSON.parse(body) as unknown)));
  app.get('/deliveries', (c) => c.json(events.outbox.list()));
}

function sealCall(app: SandboxApp, parts: WebhookParts): void {
  app.post('/events/:id/seal', async (c) => {
    await readJson(c, Nothing);
    const event = parts.events.find(c.req.param('id'));
    const [endpoint] = parts.endpoints.list();
    if (!event || !endpoint) throw new HTTPException(404, { message: 'There is no such event, or no webhook' });
    return c.json(await sealEvent(parts, event, endpoint.id));
  });
}

function webhookCalls(app: SandboxApp, { events: { outbox } }: World): void {
  app.get('/webhooks', (c) => c.json(outbox.settings));
  app.post('/webhooks', async (c) => {
    outbox.change(await readJson(c, WebhookSettings.partial()));
    return c.json(outbox.settings);
  });
  app.post('/webhooks/flush', async (c: SandboxContext) => {
    await readJson(c, Nothing);
    await outbox.flush();
    return c.json({ ok: true });
  });
  app.post('/deliveries/:id/resend', async (c) => {
    await readJson(c, Nothing);
    if (!outbox.resend(c.req.param('id'))) throw new HTTPException(404, { message: 'There is no such delivery' });
    return c.json({ ok: true });
  });
}
