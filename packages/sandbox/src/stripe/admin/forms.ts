import { Hono } from 'hono';
import type { Clock } from '../../kit/clock.js';
import type { SandboxApp, SandboxEnv } from '../../kit/provider.js';
import { isEnded } from '../billing/cancel.js';
import { OUTCOMES } from '../cards/outcomes.js';
import { setOutcome } from '../cards/payment-methods.js';
import type { Outbox } from '../events/outbox.js';
import { createDispute } from '../payments/disputes.js';
import type { StripeAccount } from '../store/account.js';
import { WEBHOOK_MODES } from '../store/settings.js';

/** The buttons of Stripe's part of the admin page. */
export function adminForms(account: StripeAccount, outbox: Outbox, clock: Clock): SandboxApp {
  const app = new Hono<SandboxEnv>();
  const onForm = (path: string, press: (form: URLSearchParams) => void) =>
    app.post(path, async (c) => {
      // A page elsewhere must not press these buttons.
      if (c.req.header('sec-fetch-site') === 'cross-site') return c.text('Cross-site', 403);
      press(new URLSearchParams(await c.req.text()));
      return c.redirect('/desk', 303);
    });
  onForm('/admin/webhooks', (form) => {
    const mode = WEBHOOK_MODES.find((known) => known === form.get('mode'));
    if (mode) account.settings.update((value) => Object.assign(value, { webhookMode: mode }));
  });
  onForm('/admin/card', (form) => {
    const outcome = OUTCOMES.find((known) => known === form.get('outcome'));
    const method = account.objects.find('payment_method', form.get('method'));
    if (outcome && method) setOutcome(account, method.id, outcome);
  });
  onForm('/admin/resend', (form) => {
    const event = account.objects.find('event', form.get('event'));
    if (event) outbox.resend(event);
  });
  onForm('/admin/dispute', (form) => {
    const charge = account.objects.find('charge', form.get('charge'));
    if (charge && !charge.disputed) createDispute(account, charge.id, 'fraudulent');
  });
  onForm('/admin/renew', () => {
    const time = nextRenewal(account);
    if (time !== undefined) clock.advance(Math.max(0, time * 1000 - clock.now()));
  });
  return app;
}

/** When the next renewal is charged. */
function nextRenewal(account: StripeAccount): number | undefined {
  const ends = account.objects
    .list('subscription')
    .flatMap((subscription) =>
      isEnded(subscription) ? [] : [subscription.items.data[0]?.current_period_end ?? Infinity],
    );
  const next = Math.min(...ends);
  return Number.isFinite(next) ? next + account.settings.value.draftSeconds + 1 : undefined;
}
