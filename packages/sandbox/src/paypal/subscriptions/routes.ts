import type { ModifySubscriptionResponse, TransactionsList } from '@paypal/paypal-server-sdk';
import { Hono } from 'hono';
import { z } from 'zod';
import type { SandboxApp, SandboxContext, SandboxEnv } from '../../kit/provider.js';
import { currencyOf } from '../catalog/plan.js';
import { declineOf } from '../funding.js';
import { readBody } from '../http/body.js';
import { invalidField, notFound, unprocessable } from '../http/errors.js';
import { newId } from '../ids.js';
import { amountOf, MoneyBody } from '../money.js';
import { pageOf, wantsRepresentation } from '../paging.js';
import { presentTransaction } from '../payments/payment.js';
import type { Wire } from '../wire.js';
import type { World } from '../world.js';
import { takePayment } from './billing.js';
import { activate, cancel, emitSubscription, planOf, subscriptionOf, suspend } from './lifecycle.js';
import { briefSubscription, presentSubscription, type ApprovalPage, type Subscription } from './subscription.js';

const Context = z.object({
  brand_name: z.string().min(1).max(127).optional(),
  user_action: z.enum(['CONTINUE', 'SUBSCRIBE_NOW']).default('SUBSCRIBE_NOW'),
  return_url: z.url().max(4000),
  cancel_url: z.url().max(4000),
});
type Context = z.infer<typeof Context>;

const SubscriptionBody = z.object({
  plan_id: z.string().min(3).max(50),
  start_time: z.iso.datetime({ offset: true }).optional(),
  quantity: z
    .string()
    .regex(/^\d{1,32}$/)
    .default('1'),
  custom_id: z.string().min(1).max(127).optional(),
  application_context: Context,
});
const RevisionBody = z.object({ plan_id: z.string().min(3).max(50), application_context: Context });
const Reason = z.object({ reason: z.string().min(1).max(128) });
const OptionalReason = z.object({ reason: z.string().min(1).max(128).optional() });
const CaptureBody = z.object({
  note: z.string().min(1).max(128),
  capture_type: z.enum(['OUTSTANDING_BALANCE']),
  amount: MoneyBody,
});

const PATH = '/v1/billing/subscriptions';

const pageFrom = ({ return_url, cancel_url, brand_name }: Context): ApprovalPage => ({
  token: newId.agreement(),
  returnUrl: return_url,
  cancelUrl: cancel_url,
  ...(brand_name !== undefined && { brand: brand_name }),
});

export function subscriptionRoutes(world: World): SandboxApp {
  const { links, subscriptions } = world;
  const app = new Hono<SandboxEnv>();
  const ofPath = (c: SandboxContext) => subscriptionOf(world, c.req.param('id') ?? '');
  const present = (subscription: Subscription) => presentSubscription(subscription, planOf(world, subscription), links);

  app.post(PATH, async (c) => {
    const subscription = subscriptionFrom(await readBody(c, SubscriptionBody), world);
    subscriptions.update((all) => all.push(subscription));
    emitSubscription(world, subscription, 'BILLING.SUBSCRIPTION.CREATED');
    return c.json(wantsRepresentation(c) ? present(subscription) : briefSubscription(subscription, links), 201);
  });
  app.get(PATH, (c) => {
    const plans = c.req.query('plan_ids')?.split(',');
    const statuses = c.req.query('statuses')?.split(',');
    const found = subscriptions.value
      .filter(({ planId }) => plans?.includes(planId) ?? true)
      .filter(({ status }) => statuses?.includes(status) ?? true);
    const { items, totals, links: pages } = pageOf(c, links, PATH, found.toReversed());
    return c.json({ ...totals, subscriptions: items.map(present), links: pages });
  });
  app.get(`${PATH}/:id`, (c) => c.json(present(ofPath(c))));
  app.post(`${PATH}/:id/revise`, async (c) => c.json(revise(ofPath(c), await readBody(c, RevisionBody), world)));
  app.post(`${PATH}/:id/suspend`, async (c) => {
    suspend(world, ofPath(c), (await readBody(c, Reason)).reason);
    return c.body(null, 204);
  });
  app.post(`${PATH}/:id/cancel`, async (c) => {
    cancel(world, ofPath(c), (await readBody(c, Reason)).reason);
    return c.body(null, 204);
  });
  app.post(`${PATH}/:id/activate`, async (c) => {
    activate(world, ofPath(c), (await readBody(c, OptionalReason, { mayBeEmpty: true })).reason);
    return c.body(null, 204);
  });
  app.post(`${PATH}/:id/capture`, async (c) => captureOutstanding(c, ofPath(c), world));
  app.get(`${PATH}/:id/transactions`, (c) => c.json(listTransactions(c, ofPath(c), world)));
  return app;
}

function subscriptionFrom(body: z.infer<typeof SubscriptionBody>, world: World): Subscription {
  const plan = world.plans.value.find(({ id }) => id === body.plan_id);
  if (!plan) throw notFound();
  if (plan.status !== 'ACTIVE') throw unprocessable('INVALID_PLAN_STATUS', { field: '/plan_id', value: plan.id });
  const now = world.now();
  const startAt = body.start_time === undefined ? now : Date.parse(body.start_time);
  if (startAt < now)
    throw invalidField('/start_time', 'body', 'INVALID_PARAMETER_VALUE', 'The start time must be in the future.');
  return {
    id: newId.subscription(),
    planId: plan.id,
    ...(body.custom_id !== undefined && { customId: body.custom_id }),
    quantity: body.quantity,
    status: 'APPROVAL_PENDING',
    statusAt: now,
    createdAt: now,
    updatedAt: now,
    startAt,
    page: pageFrom(body.application_context),
    activatesItself: body.application_context.user_action === 'SUBSCRIBE_NOW',
    funding: 'balance',
    anchorAt: startAt,
    cycles: 0,
    paidCycles: 0,
    outstanding: { cents: 0, currency: currencyOf(plan) },
    failedPayments: 0,
    retries: 0,
  };
}

/** Nothing changes before the person has agreed on the page that the answer names. */
function revise(subscription: Subscription, body: z.infer<typeof RevisionBody>, world: World) {
  const { plans, links } = world;
  if (subscription.status !== 'ACTIVE' && subscription.status !== 'SUSPENDED') {
    throw unprocessable('SUBSCRIPTION_STATUS_INVALID');
  }
  const plan = plans.value.find(({ id }) => id === body.plan_id);
  if (!plan) throw notFound();
  if (plan.status !== 'ACTIVE') throw unprocessable('INVALID_PLAN_STATUS', { field: '/plan_id', value: plan.id });
  if (plan.productId !== planOf(world, subscription).productId) throw unprocessable('PRODUCT_MISMATCH');
  if (currencyOf(plan) !== subscription.outstanding.currency) throw unprocessable('CURRENCY_MISMATCH');
  const page = pageFrom(body.application_context);
  world.subscriptions.update(() => {
    subscription.revision = { ...page, planId: plan.id };
  });
  return {
    plan_id: plan.id,
    plan_overridden: false,
    links: [
      links.to('approve', `/webapps/billing/subscriptions/update?ba_token=${page.token}`),
      links.to('edit', `${PATH}/${subscription.id}`, 'PATCH'),
      links.to('self', `${PATH}/${subscription.id}`),
    ],
  } satisfies Wire<ModifySubscriptionResponse>;
}

async function captureOutstanding(c: SandboxContext, subscription: Subscription, world: World): Promise<Response> {
  const { amount: money } = await readBody(c, CaptureBody);
  const amount = amountOf(money, '/amount');
  const { outstanding, status } = subscription;
  if (status !== 'ACTIVE' && status !== 'SUSPENDED') throw unprocessable('SUBSCRIPTION_STATUS_INVALID');
  if (outstanding.cents === 0) throw unprocessable('ZERO_OUTSTANDING_BALANCE');
  if (amount.currency !== outstanding.currency) throw unprocessable('CURRENCY_MISMATCH');
  if (amount.cents > outstanding.cents) throw unprocessable('AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE');
  const decline = declineOf(subscription.funding, true);
  if (decline) throw unprocessable(decline.issue);
  const payment = takePayment(world, subscription, amount, world.now());
  world.subscriptions.update(() => {
    subscription.outstanding = { ...outstanding, cents: outstanding.cents - amount.cents };
    delete subscription.retryAt;
  });
  return c.json(presentTransaction(payment), 202);
}

const Moment = z.iso.datetime({ offset: true });

function listTransactions(c: SandboxContext, { id }: Subscription, { payments, links }: World) {
  const timeIn = (name: string) => {
    const text = c.req.query(name);
    if (text === undefined) {
      throw invalidField(`/${name}`, 'query', 'MISSING_REQUIRED_PARAMETER', 'A required field / parameter is missing.');
    }
    if (Moment.safeParse(text).success) return Date.parse(text);
    throw invalidField(
      `/${name}`,
      'query',
      'INVALID_PARAMETER_SYNTAX',
      'The value of a field does not conform to the expected format.',
    );
  };
  const [from, to] = [timeIn('start_time'), timeIn('end_time')];
  const found = payments.value.filter(({ parentId, at }) => parentId === id && at >= from && at <= to);
  return {
    transactions: found.toReversed().map(presentTransaction),
    links: [links.to('self', `${PATH}/${id}/transactions?${new URLSearchParams(c.req.query()).toString()}`)],
  } satisfies Wire<TransactionsList>;
}
