import { PAID_PLAN_IDS, PAYMENT_PROVIDERS, type PaidPlanId, type PaymentProviderId } from '@app/contracts';

/** A plan with the way to pay for it, as the address of a page carries it. */
export interface CheckoutChoice {
  planId: PaidPlanId;
  isAnnual: boolean;
  provider: PaymentProviderId;
}

/** For the address of a page; `readChoice` reads it back. */
export const choiceQuery = ({ planId, isAnnual, provider }: CheckoutChoice) => ({
  plan: planId,
  billing: isAnnual ? 'annual' : 'monthly',
  provider,
});

export const readProvider = (query: URLSearchParams): PaymentProviderId | null =>
  PAYMENT_PROVIDERS.find((id) => id === query.get('provider')) ?? null;

/** Null unless the address names a plan and a provider. */
export function readChoice(query: URLSearchParams): CheckoutChoice | null {
  const planId = PAID_PLAN_IDS.find((id) => id === query.get('plan'));
  const provider = readProvider(query);
  return planId && provider ? { planId, provider, isAnnual: query.get('billing') === 'annual' } : null;
}
