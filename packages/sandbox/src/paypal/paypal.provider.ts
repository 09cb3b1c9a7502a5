import { Hono } from 'hono';
import { HTTP_CHAOS_MODES } from '../kit/chaos.js';
import type { Kit, Provider, SandboxApp, SandboxEnv } from '../kit/provider.js';
import { webhookDeliverySlice } from '../kit/webhook-delivery.js';
import { paypalAdminActions } from './admin/actions.js';
import { paypalControl } from './admin/control.js';
import { renderPaypalSection } from './admin/section.js';
import { planSlice } from './catalog/plan.js';
import { planRoutes } from './catalog/plans.js';
import { productSlice } from './catalog/product.js';
import { productRoutes } from './catalog/products.js';
import { disputeSlice } from './disputes/dispute.js';
import { disputeRoutes } from './disputes/routes.js';
import { Access, applicationSlice, tokenSlice, type Application } from './http/authentication.js';
import { answerError, notFound, PaypalError } from './http/errors.js';
import { answerSlice, replayAnswers } from './http/idempotency.js';
import { Links } from './links.js';
import { authorizationRoutes } from './orders/authorization-routes.js';
import { authorizationSlice, orderSlice } from './orders/order.js';
import { orderRoutes } from './orders/routes.js';
import { pageRoutes } from './pages/routes.js';
import { paymentSlice } from './payments/payment.js';
import { refundSlice } from './payments/refund.js';
import { paymentRoutes } from './payments/routes.js';
import { runDueBilling } from './subscriptions/billing.js';
import { subscriptionRoutes } from './subscriptions/routes.js';
import { subscriptionSlice } from './subscriptions/subscription.js';
import { SigningKeys, signingKeySlice } from './webhooks/certificate.js';
import { Endpoints, endpointSlice } from './webhooks/endpoints.js';
import { EventLog, eventSlice } from './webhooks/events.js';
import { CERTIFICATE_PATH, sealEvent, webhookRoutes, type WebhookParts } from './webhooks/routes.js';
import { settingSlice, type World } from './world.js';

const MAX_BODY_BYTES = 1024 * 1024;
/** How often it looks for what real time has made due; a turn of the clock is noticed at once. */
const BILLING_EVERY_MS = 1000;

export interface PaypalProvider extends Provider {
  application: Application;
}

/** PayPal: orders, subscriptions, refunds, disputes, signed webhooks, and the pages on which people agree. */
export function createPaypal(kit: Kit): PaypalProvider {
  const application = kit.slice(applicationSlice).value;
  const answers = kit.slice(answerSlice);
  const tokens = kit.slice(tokenSlice);
  const access = new Access(application, tokens);
  const { world, webhooks } = createWorld(kit);
  const { events } = world;
  const runBilling = () => runDueBilling(world);
  kit.clock.onTurn(runBilling);
  let timer: NodeJS.Timeout | undefined;
  return {
    id: 'paypal',
    title: 'PayPal',
    application,
    routes: routes({ world, webhooks, access, replay: replayAnswers(answers), runBilling }),
    control: paypalControl(world, { access, webhooks, runBilling }),
    adminActions: paypalAdminActions(world),
    chaosModes: HTTP_CHAOS_MODES,
    maxBodyBytes: MAX_BODY_BYTES,
    tooLarge: (c) => answerError(c, new PaypalError('PAYLOAD_TOO_LARGE')),
    notFound: (c) => answerError(c, notFound()),
    failure: (c) => answerError(c, new PaypalError('INTERNAL_SERVER_ERROR')),
    renderAdminSection: (language) => {
      runBilling();
      return renderPaypalSection(language, world);
    },
    reset: () => {
      const { settings, products, plans, subscriptions, orders, authorizations, payments, refunds, disputes } = world;
      const states = [settings, products, plans, subscriptions, orders, authorizations, payments, refunds, disputes];
      for (const state of [...states, answers, tokens, events, webhooks.endpoints]) state.reset();
    },
    start: () => {
      events.outbox.start();
      timer = setInterval(runBilling, BILLING_EVERY_MS).unref();
      return Promise.resolve();
    },
    close: async () => {
      clearInterval(timer);
      await events.outbox.close();
    },
  };
}

function createWorld(kit: Kit): { world: World; webhooks: WebhookParts } {
  const links = new Links(() => `${kit.publicUrl()}/paypal`);
  const keys = new SigningKeys(kit.slice(signingKeySlice));
  const endpoints = new Endpoints(kit.slice(endpointSlice), links);
  const events = new EventLog(
    { events: kit.slice(eventSlice), deliveries: kit.slice(webhookDeliverySlice('paypal')) },
    endpoints,
    links,
    (event, endpointId) => sealEvent({ keys, links }, event, endpointId),
  );
  const world: World = {
    now: () => kit.clock.now(),
    links,
    settings: kit.slice(settingSlice),
    products: kit.slice(productSlice),
    plans: kit.slice(planSlice),
    subscriptions: kit.slice(subscriptionSlice),
    orders: kit.slice(orderSlice),
    authorizations: kit.slice(authorizationSlice),
    payments: kit.slice(paymentSlice),
    refunds: kit.slice(refundSlice),
    disputes: kit.slice(disputeSlice),
    events,
  };
  return { world, webhooks: { endpoints, events, links, keys } };
}

interface RouteParts {
  world: World;
  webhooks: WebhookParts;
  access: Access;
  replay: ReturnType<typeof replayAnswers>;
  runBilling: () => void;
}

function routes({ world, webhooks, access, replay, runBilling }: RouteParts): SandboxApp {
  const app = new Hono<SandboxEnv>();
  app.onError((error, c) => {
    if (error instanceof PaypalError) return answerError(c, error);
    throw error;
  });
  // What has come due shows in each answer, however recently the clock was turned.
  app.use(async (_c, next) => {
    runBilling();
    await next();
  });
  app.route('/', pageRoutes(world));
  app.post('/v1/oauth2/token', (c) => access.issueToken(c));
  app.get(CERTIFICATE_PATH, async (c) =>
    c.body(await webhooks.keys.certificate(), 200, { 'content-type': 'application/x-pem-file' }),
  );
  for (const family of ['/v1/*', '/v2/*']) app.use(family, access.guard, replay);
  const families = [productRoutes, planRoutes, subscriptionRoutes, orderRoutes, authorizationRoutes, paymentRoutes];
  for (const family of [...families, disputeRoutes]) app.route('/', family(world));
  app.route('/', webhookRoutes(webhooks));
  return app;
}
