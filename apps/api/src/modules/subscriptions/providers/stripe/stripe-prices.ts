import { PAID_PLANS, PLAN_TERMS, priceCents, type PaidPlan } from '@app/contracts';
import type Stripe from 'stripe';
import type { PlanChoice } from '../../domain/plan-change.js';
import { ask, find } from './stripe-client.js';

const CURRENCY = 'usd';
const CHOICES: readonly PlanChoice[] = PAID_PLANS.flatMap((plan) => [
  { plan, isAnnual: false },
  { plan, isAnnual: true },
]);

const lookupKey = ({ plan, isAnnual }: PlanChoice): string => `${plan}_${isAnnual ? 'annual' : 'monthly'}`;
const productId = (plan: PaidPlan): string => `plan_${plan}`;

/** Whether a price is exactly what contracts say; one that was changed at the provider is replaced. */
const isRight = (price: Stripe.Price, choice: PlanChoice): boolean =>
  price.active &&
  price.currency === CURRENCY &&
  price.unit_amount === priceCents(choice.plan, choice.isAnnual) &&
  price.recurring?.interval === (choice.isAnnual ? 'year' : 'month') &&
  price.recurring.interval_count === 1;

/** Our plans at Stripe: prices found by lookup key, so that every environment has the same names. */
export class StripePrices {
  private known: Promise<Map<string, PlanChoice>> | null = null;

  constructor(private readonly client: Stripe) {}

  /** The plan of a price; null for a price that is none of ours. */
  async choiceOf(priceId: string): Promise<PlanChoice | null> {
    return (await this.prices()).get(priceId) ?? null;
  }

  async idOf(wanted: PlanChoice): Promise<string> {
    for (const [id, choice] of await this.prices())
      if (choice.plan === wanted.plan && choice.isAnnual === wanted.isAnnual) return id;
    // Asked again next time: the prices may just be being created.
    this.known = null;
    throw new Error(`Stripe has no price ${lookupKey(wanted)}: run the command that creates prices`);
  }

  /** Creates products and prices that are missing or wrong; answers the lookup keys of those. */
  async prepare(): Promise<string[]> {
    const made: string[] = [];
    const existing = await this.list();
    for (const plan of PAID_PLANS) await this.prepareProduct(plan);
    for (const choice of CHOICES) {
      const key = lookupKey(choice);
      if (existing.some((price) => price.lookup_key === key && isRight(price, choice))) continue;
      await this.client.prices.create({
        product: productId(choice.plan),
        currency: CURRENCY,
        unit_amount: priceCents(choice.plan, choice.isAnnual),
        recurring: { interval: choice.isAnnual ? 'year' : 'month' },
        lookup_key: key,
        transfer_lookup_key: true,
      });
      made.push(key);
    }
    this.known = null;
    return made;
  }

  private async prepareProduct(plan: PaidPlan): Promise<void> {
    const id = productId(plan);
    if (await find(() => this.client.products.retrieve(id))) return;
    const { monthlyCredits } = PLAN_TERMS[plan];
    const name = plan === 'pro' ? 'Pro' : 'Enterprise';
    await this.client.products.create({ id, name, description: `${monthlyCredits} credits per month` });
  }

  private prices(): Promise<Map<string, PlanChoice>> {
    this.known ??= this.load().catch((error: unknown) => {
      this.known = null;
      throw error;
    });
    return this.known;
  }

  private async load(): Promise<Map<string, PlanChoice>> {
    const found = await this.list();
    const right = CHOICES.flatMap((choice) =>
      found
        .filter((price) => price.lookup_key === lookupKey(choice) && isRight(price, choice))
        .map((price) => [price.id, choice] as const),
    );
    return new Map(right);
  }

  private async list(): Promise<Stripe.Price[]> {
    const page = await ask(() => this.client.prices.list({ lookup_keys: CHOICES.map(lookupKey), limit: 100 }));
    return page.data;
  }
}
