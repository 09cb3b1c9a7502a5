import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import type { SandboxApp, SandboxEnv } from '../../kit/provider.js';
import { readJson } from '../../kit/read-json.js';
import { ApiFault } from '../api/errors.js';
import { OUTCOMES } from '../cards/outcomes.js';
import { setOutcome } from '../cards/payment-methods.js';
import { cardFor, TEST_CARDS } from '../cards/test-cards.js';
import { submitCard, successUrlOf, type PageResult } from '../checkout/pay.js';
import type { Outbox } from '../events/outbox.js';
import { closeDispute, createDispute, DISPUTE_REASONS } from '../payments/disputes.js';
import { failRefund } from '../payments/refunds.js';
import type { StripeAccount } from '../store/account.js';
import { newId } from '../store/ids.js';
import { Settings } from '../store/settings.js';
import type { Kind, Stored } from '../store/wire.js';

const Nothing = z.strictObject({});
const Outcome = z.enum(OUTCOMES as [(typeof OUTCOMES)[number], ...typeof OUTCOMES]);
const Card = z.strictObject({ payment_method: z.string(), outcome: Outcome });
const Payment = z.strictObject({
  number: z.string().optional(),
  outcome: Outcome.optional(),
  email: z.email().optional(),
  name: z.string().optional(),
});
const Resend = z.strictObject({ asNew: z.boolean().default(false) });
const NewDispute = z.strictObject({
  payment_intent: z.string(),
  reason: z.enum(DISPUTE_REASONS).default('fraudulent'),
});
const FailingRefund = z.strictObject({ payment_intent: z.string() });
const DisputeEnd = z.strictObject({ result: z.enum(['won', 'lost']) });

/** What tests and the launcher steer Stripe by; the README of this folder lists the calls. */
export function stripeControl(account: StripeAccount, outbox: Outbox): SandboxApp {
  const app = new Hono<SandboxEnv>();
  app.get('/stripe', (c) => c.json(account.settings.value));
  app.post('/stripe', async (c) => {
    const changes = await readJson(c, Settings.partial());
    account.settings.update((value) => Object.assign(value, changes));
    return c.json(account.settings.value);
  });
  app.get('/stripe/test-cards', (c) => c.json(TEST_CARDS));
  app.post('/stripe/cards', async (c) => {
    const { payment_method: id, outcome } = await readJson(c, Card);
    setOutcome(account, existing(account, 'payment_method', id).id, outcome);
    return c.json({ payment_method: id, outcome });
  });
  app.post('/stripe/checkout/:session/pay', async (c) => {
    const { number, outcome = 'success', email, name } = await readJson(c, Payment);
    const session = existing(account, 'checkout.session', c.req.param('session'));
    const card = number ?? cardFor(outcome)?.number ?? cardFor('success')?.number ?? '';
    const typed = { number: card, expMonth: 12, expYear: 2040, cvc: '123', email, name };
    const result = submitCard(account, session.id, { ...typed, ...(number === undefined && { outcome }) });
    return c.json({ ...result, ...addressOf(account, session, result) });
  });
  webhookCalls(app, account, outbox);
  disputeCalls(app, account);
  refundCalls(app, account);
  return app;
}

function addressOf(account: StripeAccount, session: Stored<'checkout.session'>, result: PageResult): { url?: string } {
  if (result.kind === 'complete') return { url: successUrlOf(session) };
  return result.kind === 'authenticate' ? { url: account.pageUrl(`authenticate/${result.intent}`) } : {};
}

function webhookCalls(app: SandboxApp, account: StripeAccount, outbox: Outbox): void {
  app.get('/stripe/deliveries', (c) =>
    c.json(
      account.objects.list('delivery').map(({ id, event, type, url, status, attempts, answer }) => ({
        id,
        event,
        type,
        url,
        status,
        attempts,
        answer,
      })),
    ),
  );
  app.post('/stripe/deliveries/drain', async (c) => {
    await readJson(c, Nothing);
    await outbox.drain();
    return c.json({ ok: true });
  });
  app.post('/stripe/events/:event/resend', async (c) => {
    const { asNew } = await readJson(c, Resend);
    const event = existing(account, 'event', c.req.param('event'));
    const sent = asNew ? account.objects.put('event', { ...event, id: newId('evt') }) : event;
    return c.json({ event: sent.id, addresses: outbox.resend(sent) });
  });
}

function disputeCalls(app: SandboxApp, account: StripeAccount): void {
  app.post('/stripe/disputes', async (c) => {
    const { payment_intent: id, reason } = await readJson(c, NewDispute);
    const { latest_charge: charge } = existing(account, 'payment_intent', id);
    if (charge === null) throw new HTTPException(400, { message: `${id} has no charge` });
    return c.json(
      explained(() => createDispute(account, charge, reason)),
      201,
    );
  });
  app.post('/stripe/disputes/:dispute/close', async (c) => {
    const { result } = await readJson(c, DisputeEnd);
    const dispute = existing(account, 'dispute', c.req.param('dispute'));
    return c.json(explained(() => closeDispute(account, dispute.id, result)));
  });
}

function refundCalls(app: SandboxApp, account: StripeAccount): void {
  app.post('/stripe/refunds/fail', async (c) => {
    const { payment_intent: id } = await readJson(c, FailingRefund);
    const newest = account.objects
      .list('refund')
      .findLast((refund) => refund.payment_intent === id && refund.status !== 'failed');
    if (!newest) throw new HTTPException(404, { message: `There is no refund of ${id}` });
    return c.json(failRefund(account, newest.id));
  });
}

function existing<K extends Kind>(account: StripeAccount, kind: K, id: string): Stored<K> {
  const object = account.objects.find(kind, id);
  if (!object) throw new HTTPException(404, { message: `There is no ${kind} ${id}` });
  return object;
}

function explained<R>(work: () => R): R {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiFault) throw new HTTPException(400, { message: error.message });
    throw error;
  }
}
