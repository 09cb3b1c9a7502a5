import type {
  Answer,
  ChangePreview,
  Invoice,
  Payment,
  PaymentMethod,
  PaymentOutcome,
  PricedPlan,
  Subscription,
} from '@app/contracts';

export const chargeOf = (amount: number): NonNullable<Subscription['next_charge']> => ({
  amount,
  currency: 'USD',
  at: '2026-12-17T09:00:00.000Z',
});

export const SUBSCRIPTION: Subscription = {
  id: '7a1f0c1e-0000-4000-8000-0000000000b1',
  status: 'active',
  provider: 'stripe',
  plan_id: 'plan-pro',
  plan_type: 'pro',
  is_annual: false,
  current_period_start: '2026-11-17T09:00:00.000Z',
  current_period_end: '2026-12-17T09:00:00.000Z',
  canceled_at: null,
  grace_until: null,
  hosted_invoice_url: null,
  pending_plan_id: null,
  pending_is_annual: null,
  next_grant_at: '2026-12-17T09:00:00.000Z',
  next_charge: chargeOf(9.99),
  debt_credits: 0,
  cancellation_mode: 'period_end',
};

export const OUTCOME: PaymentOutcome = {
  payment_id: '7a1f0c1e-0000-4000-8000-0000000000c1',
  status: 'success',
  failure_reason: null,
  plan_id: 'plan-pro',
  is_annual: false,
  amount: 9.99,
  refunded_amount: 0,
  is_unearned: false,
  is_disputed: false,
  currency: 'USD',
  hosted_invoice_url: null,
  subscription: SUBSCRIPTION,
};

export const PREVIEW: ChangePreview = {
  kind: 'upgrade',
  plan_id: 'plan-enterprise',
  is_annual: false,
  amount_due: 19.33,
  currency: 'USD',
  effective_at: '2026-11-18T09:00:00.000Z',
  next_amount: 29.99,
  next_charge_at: '2026-12-17T09:00:00.000Z',
  proration_date: 1_795_000_000,
  credits: 290,
  debt_credits: 0,
};

export const PAYMENT: Payment = {
  id: OUTCOME.payment_id,
  provider: 'stripe',
  kind: 'checkout',
  plan_id: 'plan-pro',
  is_annual: false,
  amount: 9.99,
  refunded_amount: 0,
  currency: 'USD',
  status: 'success',
  failure_reason: null,
  is_disputed: false,
  refund_state: null,
  invoice_id: '7a1f0c1e-0000-4000-8000-0000000000d1',
  created_at: '2026-11-17T09:00:00.000Z',
  paid_at: '2026-11-17T09:00:00.000Z',
  can_refund: true,
  can_refund_previous: false,
};

const priced = (part: Partial<PricedPlan> & Pick<PricedPlan, 'id'>): PricedPlan => ({
  name: '',
  description: '',
  monthlyPrice: 0,
  annualPrice: 0,
  currency: 'USD',
  features: [],
  buttonText: '',
  popular: false,
  annualSaving: { amount: 0, percent: 0 },
  monthlyCredits: 0,
  monthlyImages: 0,
  inFlightLimit: 4,
  providers: [],
  ...part,
});

export const pricedPlans = (providers: PricedPlan['providers'] = ['stripe', 'paypal']): PricedPlan[] => [
  priced({ id: 'free' }),
  priced({
    id: 'plan-pro',
    monthlyPrice: 9.99,
    annualPrice: 99.99,
    annualSaving: { amount: 19.89, percent: 17 },
    monthlyCredits: 200,
    inFlightLimit: 8,
    popular: true,
    providers,
  }),
  priced({
    id: 'plan-enterprise',
    monthlyPrice: 29.99,
    annualPrice: 299.99,
    annualSaving: { amount: 59.89, percent: 17 },
    monthlyCredits: 500,
    inFlightLimit: 16,
    providers,
  }),
];

/** The card that is charged. */
export const CARD: PaymentMethod = {
  id: 'pm_1',
  type: 'card',
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2040,
  is_default: true,
};

export const INVOICE: Invoice = {
  id: '7a1f0c1e-0000-4000-8000-0000000000d1',
  number: 'LUM-0001',
  provider_invoice_id: 'in_1',
  status: 'paid',
  plan_id: 'plan-pro',
  is_annual: false,
  amount: 9.99,
  currency: 'USD',
  created_at: PAYMENT.created_at,
  period_start: SUBSCRIPTION.current_period_start,
  period_end: SUBSCRIPTION.current_period_end,
};

/** The credits that were used on some days, by date. */
export const quotaStats = (used: Record<string, number> = {}): Answer<'quota.stats'> => ({
  grantedCredits: 200,
  spentCredits: 60,
  heldCredits: 0,
  expiredCredits: 0,
  spentThisMonth: 60,
  days: Object.entries(used).map(([date, spentCredits]) => ({
    date,
    spentCredits,
    images: Math.ceil(spentCredits / 4),
  })),
});
