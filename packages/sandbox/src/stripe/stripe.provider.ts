import { Hono } from 'hono';
import { join } from 'node:path';
import { HTTP_CHAOS_MODES } from '../kit/chaos.js';
import type { Kit, Provider, SandboxApp, SandboxEnv } from '../kit/provider.js';
import { stripeControl } from './admin/control.js';
import { adminForms } from './admin/forms.js';
import { renderStripeSection } from './admin/section.js';
import { internalError, routesOf, STRIPE_FAILURES, unknownRoute } from './api/dispatcher.js';
import { catchUp } from './billing/due.js';
import { Outbox } from './events/outbox.js';
import { answerAuthentication, showAuthentication } from './pages/authenticate-page.js';
import { payCheckout, showCheckout } from './pages/checkout-page.js';
import { downloadInvoice, payHostedInvoice, showInvoice } from './pages/invoice-page.js';
import { CALLS, INCLUDABLES } from './resources/index.js';
import { StripeAccount } from './store/account.js';
import { Journal } from './store/journal.js';
import { ObjectStore } from './store/objects.js';
import { stripeKeySlice, stripeSettingsSlice } from './store/settings.js';

/** How often the service looks for what has become due by the passing of time alone. */
const CATCH_UP_MS = 2000;

export interface StripeProvider extends Provider {
  environment(): { STRIPE_SECRET_KEY: string; STRIPE_WEBHOOK_SECRET: string; STRIPE_BASE_URL: string };
}

/** Stripe: the calls of its API that sell subscriptions, its hosted pages, and its webhooks. */
export function createStripe(kit: Kit): StripeProvider {
  const keys = kit.slice(stripeKeySlice).value;
  const settings = kit.slice(stripeSettingsSlice);
  const objects = new ObjectStore(new Journal(join(kit.dir, 'stripe.jsonl')));
  const outbox = new Outbox(objects, settings, keys.webhookSecret);
  const account = new StripeAccount(objects, settings, kit, (event) => outbox.enqueue(event));
  kit.clock.onTurn(() => catchUp(account));
  let timer: NodeJS.Timeout | undefined;
  const api = routesOf(CALLS, {
    account,
    secretKey: keys.secretKey,
    failures: kit.failures,
    includables: INCLUDABLES,
    catchUp: () => catchUp(account),
  });
  return {
    id: 'stripe',
    title: 'Stripe',
    routes: pages(account)
      .route('/', adminForms(account, outbox, kit.clock))
      .route('/', api),
    bare: { path: '/v1', routes: api },
    control: stripeControl(account, outbox),
    chaosModes: HTTP_CHAOS_MODES,
    failureKinds: STRIPE_FAILURES,
    notFound: unknownRoute,
    failure: internalError,
    renderAdminSection: (language) => renderStripeSection(account, language),
    environment: () => ({
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_BASE_URL: kit.publicUrl(),
    }),
    reset: () => {
      const { webhookUrl } = settings.value;
      objects.clear();
      settings.reset();
      // Like the keys: the application stays registered.
      settings.update((value) => Object.assign(value, { webhookUrl }));
    },
    start: async () => {
      catchUp(account);
      outbox.start();
      timer = setInterval(() => {
        try {
          catchUp(account);
        } catch (error) {
          kit.onLog(`Stripe's due work failed: ${String(error)}`);
        }
      }, CATCH_UP_MS).unref();
    },
    close: async () => {
      clearInterval(timer);
      outbox.close();
    },
  };
}

function pages(account: StripeAccount): SandboxApp {
  const app = new Hono<SandboxEnv>();
  app.get('/c/pay/:session', (c) => showCheckout(c, account));
  app.post('/c/pay/:session', (c) => payCheckout(c, account));
  app.get('/authenticate/:intent', (c) => showAuthentication(c, account));
  app.post('/authenticate/:intent', (c) => answerAuthentication(c, account));
  app.get('/invoices/:invoice/:secret', (c) => showInvoice(c, account));
  app.post('/invoices/:invoice/:secret', (c) => payHostedInvoice(c, account));
  app.get('/invoices/:invoice/:secret/pdf', (c) => downloadInvoice(c, account));
  return app;
}
