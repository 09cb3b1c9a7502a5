import { PAID_PLANS, PLAN_TERMS, priceCents, type PaidPlan } from '@app/contracts';
import type Stripe from 'stripe';
import { AppError } from '../../../../platform/errors/app-error.js';
import { isSameChoice, type PlanChoice } from '../../domain/plan-change.js';
import { ask, find, idOf } from './stripe-client.js';

export const CURRENCY = 'usd';
const CHOICES: readonly PlanChoice[] = PAID_PLANS.flatMap((plan) => [
  { plan, isAnnual: false },
  { plan, isAnnual: true },
]);

const lookupKey = ({ plan, isAnnual }: PlanChoice): string => `${plan}_${isAnnual ? 'annual' : 'monthly'}`;
const productId = (plan: PaidPlan): string => `plan_${plan}`;

/** A price that was changed at the provider is replaced. */
const isRight = (price: Stripe.Price, choice: PlanChoice): boolean =>
  price.active &&
  price.lookup_key === lookupKey(choice) &&
  price.unit_amount === priceCents(choice.plan, choice.isAnnual) &&
  isOf(choice)(price);

const isOf =
  ({ plan, isAnnual }: PlanChoice) =>
  ({ product, currency, recurring }: Stripe.Price): boolean =>
    idOf(product) === productId(plan) &&
    currency === CURRENCY &&
    recurring?.interval === (isAnnual ? 'year' : 'month') &&
    recurring.interval_count === 1;

export interface KnownPrice {
  choice: PlanChoice;
  cents: number;
  isSold: boolean;
}

/** Our plans at Stripe. Former prices stay known, since subscriptions go on with them. */
export class StripePrices {
  private known: Promise<Map<string, KnownPrice>> | null = null;

  constructor(private readonly client: Stripe) {}

  /** The plan and the amount of a price; null for a price that is none of ours. */
  async find(priceId: string): Promise<KnownPrice | null> {
    const found = (await this.prices()).get(priceId);
    if (found) return found;
    // It may have been created since the prices were read.
    this.known = null;
    return (await this.prices()).get(priceId) ?? null;
  }

  async idOf(wanted: PlanChoice): Promise<string> {
    for (const [id, { choice, isSold }] of await this.prices()) if (isSold && isSameChoice(choice, wanted)) return id;
    // Asked again next time: the prices may just be being created.
    this.known = null;
    const cause = new Error(
      `Stripe has no price ${lookupKey(wanted)}: main.prepare-payments.js creates what is missing`,
    );
    throw new AppError('PAYMENT_UNAVAILABLE', { cause });
  }

  async prepare(): Promise<string[]> {
    const made: string[] = [];
    const existing = await this.list();
    for (const plan of PAID_PLANS) await this.prepareProduct(plan);
    for (const choice of CHOICES) {
      const key = lookupKey(choice);
      if (existing.some((price) => isRight(price, choice))) continue;
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

  private prices(): Promise<Map<string, KnownPrice>> {
    this.known ??= this.load().catch((error: unknown) => {
      this.known = null;
      throw error;
    });
    return this.known;
  }

  private async load(): Promise<Map<string, KnownPrice>> {
    const found = await this.list();
    const known = CHOICES.flatMap((choice) =>
      found
        .filter(isOf(choice))
        .map((price) => [price.id, { choice, cents: price.unit_amount ?? 0, isSold: isRight(price, choice) }] as const),
    );
    return new Map(known);
  }

  private async list(): Promise<Stripe.Price[]> {
    const found = await Promise.all(
      PAID_PLANS.map((plan) =>
        ask(() => this.client.prices.list({ product: productId(plan), limit: 100 }).autoPagingToArray({ limit: 1000 })),
      ),
    );
    return found.flat();
  }
}
