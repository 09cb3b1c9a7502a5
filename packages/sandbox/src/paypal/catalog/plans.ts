import { Hono } from 'hono';
import { z } from 'zod';
import type { SandboxApp, SandboxContext, SandboxEnv } from '../../kit/provider.js';
import { readBody } from '../http/body.js';
import { notFound, PaypalError, unprocessable } from '../http/errors.js';
import { newId } from '../ids.js';
import { amountOf, MoneyBody } from '../money.js';
import { pageOf, wantsRepresentation } from '../paging.js';
import type { World } from '../world.js';
import { briefPlan, wholePlan, type Cycle, type Plan } from './plan.js';

const CycleBody = z.object({
  tenure_type: z.enum(['REGULAR', 'TRIAL']),
  sequence: z.number().int().min(1).max(99),
  // 1, not "without end", where it is left out: a plan that was meant to renew ends after its first payment.
  total_cycles: z.number().int().min(0).max(999).default(1),
  frequency: z.object({
    interval_unit: z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR']),
    interval_count: z.number().int().min(1).max(365).default(1),
  }),
  pricing_scheme: z.object({ fixed_price: MoneyBody }).optional(),
});

const PlanBody = z.object({
  product_id: z.string().min(6).max(50),
  name: z.string().min(1).max(127),
  status: z.enum(['CREATED', 'ACTIVE']).default('ACTIVE'),
  description: z.string().min(1).max(127).optional(),
  billing_cycles: z.array(CycleBody).min(1).max(12),
  payment_preferences: z.object({
    auto_bill_outstanding: z.boolean().default(true),
    setup_fee_failure_action: z.enum(['CONTINUE', 'CANCEL']).default('CANCEL'),
    payment_failure_threshold: z.number().int().min(0).max(999).default(0),
  }),
});

const PATH = '/v1/billing/plans';

/** Products' plans. There is no look-up by an own key: who wants a plan lists them and goes by the name. */
export function planRoutes(world: World): SandboxApp {
  const { plans, events, links, now } = world;
  const app = new Hono<SandboxEnv>();
  const planOf = (c: SandboxContext): Plan => {
    const plan = plans.value.find(({ id }) => id === c.req.param('id'));
    if (!plan) throw notFound();
    return plan;
  };
  app.post(PATH, async (c) => {
    const plan = planFrom(await readBody(c, PlanBody), world);
    plans.update((all) => all.push(plan));
    events.emit({ type: 'BILLING.PLAN.CREATED', resourceType: 'plan', resource: wholePlan(plan, links), at: now() });
    return c.json(wantsRepresentation(c) ? wholePlan(plan, links) : briefPlan(plan, links), 201);
  });
  app.get(PATH, (c) => {
    const { product_id: productId, plan_ids: ids } = c.req.query();
    const found = plans.value
      .filter((plan) => productId === undefined || plan.productId === productId)
      .filter((plan) => ids === undefined || ids.split(',').includes(plan.id));
    const { items, totals, links: pages } = pageOf(c, links, PATH, found.toReversed());
    const present = wantsRepresentation(c) ? wholePlan : briefPlan;
    return c.json({ ...totals, plans: items.map((plan) => present(plan, links)), links: pages });
  });
  app.get(`${PATH}/:id`, (c) => c.json(wholePlan(planOf(c), links)));
  const change = (c: SandboxContext, status: 'ACTIVE' | 'INACTIVE') => {
    const plan = planOf(c);
    if (plan.status === status) throw unprocessable('PLAN_STATUS_INVALID');
    plans.update(() => Object.assign(plan, { status, updatedAt: now() }));
    const type = status === 'ACTIVE' ? 'BILLING.PLAN.ACTIVATED' : 'BILLING.PLAN.DEACTIVATED';
    events.emit({ type, resourceType: 'plan', resource: wholePlan(plan, links), at: now() });
    return c.body(null, 204);
  };
  app.post(`${PATH}/:id/activate`, (c) => change(c, 'ACTIVE'));
  app.post(`${PATH}/:id/deactivate`, (c) => change(c, 'INACTIVE'));
  return app;
}

function planFrom(body: z.infer<typeof PlanBody>, { products, now }: World): Plan {
  if (!products.value.some(({ id }) => id === body.product_id)) throw notFound();
  const cycles = body.billing_cycles
    .toSorted((a, b) => a.sequence - b.sequence)
    .map((cycle, index) => cycleFrom(cycle, index));
  const isWellMade =
    cycles.filter(({ tenure }) => tenure === 'REGULAR').length === 1 &&
    cycles.at(-1)?.tenure === 'REGULAR' &&
    cycles.every(
      ({ sequence, tenure, total }, index) => sequence === index + 1 && (tenure === 'REGULAR' || total > 0),
    ) &&
    new Set(cycles.map(({ price }) => price.currency)).size === 1;
  if (!isWellMade) throw invalidCycles();
  return {
    id: newId.plan(),
    productId: body.product_id,
    name: body.name,
    ...(body.description !== undefined && { description: body.description }),
    status: body.status,
    cycles,
    autoBill: body.payment_preferences.auto_bill_outstanding,
    failureThreshold: body.payment_preferences.payment_failure_threshold,
    createdAt: now(),
    updatedAt: now(),
  };
}

function cycleFrom(body: z.infer<typeof CycleBody>, index: number): Cycle {
  const field = `/billing_cycles/${index}/pricing_scheme/fixed_price`;
  if (!body.pricing_scheme && body.tenure_type === 'REGULAR') throw invalidCycles();
  const price = body.pricing_scheme ? amountOf(body.pricing_scheme.fixed_price, field) : { cents: 0, currency: 'USD' };
  if (price.cents < 0 || (price.cents === 0 && body.tenure_type === 'REGULAR')) {
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', { field: `${field}/value` });
  }
  return {
    tenure: body.tenure_type,
    sequence: body.sequence,
    unit: body.frequency.interval_unit,
    count: body.frequency.interval_count,
    total: body.total_cycles,
    price,
  };
}

const invalidCycles = () =>
  new PaypalError('UNPROCESSABLE_ENTITY', [
    {
      field: '/billing_cycles',
      location: 'body',
      issue: 'INVALID_BILLING_CYCLE_SEQUENCE',
      description:
        'The provided billing cycle sequence is invalid; sequence should start with 1 and should be consecutive.',
    },
  ]);
