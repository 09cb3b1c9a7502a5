import { Hono } from 'hono';
import type { SandboxApp, SandboxContext, SandboxEnv } from '../../kit/provider.js';
import { WebhookMode } from '../../kit/webhook-delivery.js';
import { DisputeOutcome } from '../disputes/dispute.js';
import { openDispute, resolveDispute } from '../disputes/resolution.js';
import { Funding } from '../funding.js';
import { PaypalError } from '../http/errors.js';
import { cancel } from '../subscriptions/lifecycle.js';
import type { World } from '../world.js';

const formOf = async (c: SandboxContext): Promise<URLSearchParams> => new URLSearchParams(await c.req.text());

/** What the forms of the admin page do, below `/desk/paypal`. */
export function paypalAdminActions(world: World): SandboxApp {
  const app = new Hono<SandboxEnv>();
  const back = (c: SandboxContext) => c.redirect('/desk#paypal', 303);
  app.onError((error, c) => {
    // A button that came too late, on a page that was not loaded again.
    if (error instanceof PaypalError) return back(c);
    throw error;
  });
  app.post('/webhooks', async (c) => {
    const mode = WebhookMode.safeParse((await formOf(c)).get('mode'));
    if (mode.success) world.events.outbox.change({ mode: mode.data });
    return back(c);
  });
  app.post('/flush', async (c) => {
    await world.events.outbox.flush();
    return back(c);
  });
  app.post('/resend', async (c) => {
    world.events.outbox.resend((await formOf(c)).get('delivery') ?? '');
    return back(c);
  });
  app.post('/subscription', async (c) => {
    changeSubscription(world, await formOf(c));
    return back(c);
  });
  app.post('/dispute', async (c) => {
    changeDispute(world, await formOf(c));
    return back(c);
  });
  return app;
}

function changeSubscription(world: World, form: URLSearchParams): void {
  const subscription = world.subscriptions.value.find(({ id }) => id === form.get('id'));
  if (!subscription) return;
  const funding = Funding.safeParse(form.get('funding'));
  if (form.get('action') === 'cancel') cancel(world, subscription, 'Cancelled by the subscriber');
  else if (funding.success) world.subscriptions.update(() => Object.assign(subscription, { funding: funding.data }));
}

function changeDispute(world: World, form: URLSearchParams): void {
  const payment = world.payments.value.find(({ id }) => id === form.get('payment'));
  const dispute = world.disputes.value.find(({ paymentId, status }) => paymentId === payment?.id && status === 'OPEN');
  const outcome = DisputeOutcome.safeParse(form.get('outcome'));
  if (dispute && outcome.success) resolveDispute(world, dispute, outcome.data);
  else if (payment && !dispute) openDispute(world, payment, 'UNAUTHORISED');
}
