import { PAID_PLANS, PLAN_TERMS, priceCents } from '@app/contracts';
import * as z from 'zod';
import { AppError } from '../../../../platform/errors/app-error.js';
import type { PlanChoice } from '../../domain/plan-change.js';
import { pageSchema, type PaypalClient } from './paypal-client.js';
import { centsOf, moneyOf, moneySchema } from './paypal-money.js';

/** A change of plan is possible within one product only. */
const PRODUCT = { id: 'image-plans', name: 'Image plans', type: 'SERVICE', category: 'SOFTWARE' };
const PAGE_SIZE = 20;
const CHOICES: readonly PlanChoice[] = PAID_PLANS.flatMap((plan) => [
  { plan, isAnnual: false },
  { plan, isAnnual: true },
]);

/** Plans have no key of ours: they are found by this name, which PayPal's page shows. */
const nameOf = ({ plan, isAnnual }: PlanChoice): string =>
  `${plan === 'pro' ? 'Pro' : 'Enterprise'}, ${isAnnual ? 'annual' : 'monthly'}`;

const planSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  billing_cycles: z.array(
    z.object({
      tenure_type: z.string(),
      total_cycles: z.number().optional(),
      frequency: z.object({ interval_unit: z.string(), interval_count: z.number().optional() }),
      pricing_scheme: z.object({ fixed_price: moneySchema.optional() }).optional(),
    }),
  ),
});
type Plan = z.output<typeof planSchema>;
const listSchema = pageSchema.extend({ plans: z.array(planSchema).optional() });
const createdSchema = z.object({ id: z.string() });

interface Known {
  choices: Map<string, PlanChoice>;
  prices: Map<number, PlanChoice>;
  amounts: Map<string, number>;
  sold: Map<string, string>;
}

const priceOf = ({ billing_cycles: [cycle] }: Plan): number | null => {
  const price = cycle?.pricing_scheme?.fixed_price;
  return price ? centsOf(price) : null;
};

/** A plan that was changed at PayPal is replaced. */
function isRight(plan: Plan, choice: PlanChoice): boolean {
  const [cycle, ...others] = plan.billing_cycles;
  return (
    plan.status === 'ACTIVE' &&
    others.length === 0 &&
    cycle?.total_cycles === 0 &&
    cycle.frequency.interval_unit === (choice.isAnnual ? 'YEAR' : 'MONTH') &&
    (cycle.frequency.interval_count ?? 1) === 1 &&
    priceOf(plan) === priceCents(choice.plan, choice.isAnnual)
  );
}

/** Plans with former prices stay known, because subscriptions continue with them. */
export class PaypalPlans {
  private known: Promise<Known> | null = null;

  constructor(private readonly client: PaypalClient) {}

  async choiceOf(planId: string): Promise<PlanChoice | null> {
    const found = (await this.plans()).choices.get(planId);
    if (found) return found;
    // It may have been created since the plans were read.
    this.known = null;
    return (await this.plans()).choices.get(planId) ?? null;
  }

  async amountCentsOf(planId: string): Promise<number | null> {
    return (await this.plans()).amounts.get(planId) ?? null;
  }

  /** What a payment of this amount was for. */
  async choiceOfPrice(cents: number): Promise<PlanChoice | null> {
    return (await this.plans()).prices.get(cents) ?? null;
  }

  async idOf(choice: PlanChoice): Promise<string> {
    const id = (await this.plans()).sold.get(nameOf(choice));
    if (id !== undefined) return id;
    this.known = null;
    const cause = new Error(`PayPal has no plan "${nameOf(choice)}": main.prepare-payments.js creates what is missing`);
    throw new AppError('PAYMENT_UNAVAILABLE', { cause });
  }

  async prepare(): Promise<string[]> {
    if (!(await this.client.find(`/v1/catalogs/products/${PRODUCT.id}`, createdSchema)))
      await this.client.call('/v1/catalogs/products', createdSchema, {
        method: 'POST',
        body: PRODUCT,
        key: PRODUCT.id,
      });
    const existing = await this.list();
    const missing = CHOICES.filter(
      (choice) => !existing.some((plan) => plan.name === nameOf(choice) && isRight(plan, choice)),
    );
    for (const choice of missing) await this.create(choice);
    this.known = null;
    return missing.map(nameOf);
  }

  private async create(choice: PlanChoice): Promise<void> {
    const { plan, isAnnual } = choice;
    const cents = priceCents(plan, isAnnual);
    await this.client.call('/v1/billing/plans', createdSchema, {
      method: 'POST',
      key: `${PRODUCT.id}:${plan}:${isAnnual}:${cents}`,
      body: {
        product_id: PRODUCT.id,
        name: nameOf(choice),
        description: `${PLAN_TERMS[plan].monthlyCredits} credits per month`,
        billing_cycles: [
          {
            tenure_type: 'REGULAR',
            sequence: 1,
            total_cycles: 0,
            frequency: { interval_unit: isAnnual ? 'YEAR' : 'MONTH', interval_count: 1 },
            pricing_scheme: { fixed_price: moneyOf(cents) },
          },
        ],
        // Each payment is the price of one period, and only we suspend a subscription.
        payment_preferences: { auto_bill_outstanding: false, payment_failure_threshold: 0 },
      },
    });
  }

  private plans(): Promise<Known> {
    this.known ??= this.load().catch((error: unknown) => {
      this.known = null;
      throw error;
    });
    return this.known;
  }

  private async load(): Promise<Known> {
    const known: Known = { choices: new Map(), prices: new Map(), amounts: new Map(), sold: new Map() };
    for (const plan of await this.list()) {
      const choice = CHOICES.find((one) => nameOf(one) === plan.name);
      if (!choice) continue;
      known.choices.set(plan.id, choice);
      const price = priceOf(plan);
      if (price !== null) {
        known.prices.set(price, choice);
        known.amounts.set(plan.id, price);
      }
      if (isRight(plan, choice)) known.sold.set(plan.name, plan.id);
    }
    return known;
  }

  private async list(): Promise<Plan[]> {
    const query = new URLSearchParams({ product_id: PRODUCT.id, page_size: String(PAGE_SIZE) });
    const pages = await this.client.pages(`/v1/billing/plans?${query.toString()}`, listSchema, { isWhole: true });
    return pages.flatMap(({ plans = [] }) => plans);
  }
}
