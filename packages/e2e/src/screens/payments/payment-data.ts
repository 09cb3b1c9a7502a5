import type { ChangePreview, Payment, PaymentMethod, Subscription } from '@app/contracts';

export const ID = '7a1f0c1e-0000-4000-8000-0000000000b1';
export const START = '2026-11-17T09:00:00.000Z';
export const END = '2026-12-17T09:00:00.000Z';
const plan = { plan_id: 'plan-pro', is_annual: false, currency: 'USD' } as const;

export const SUBSCRIPTION: Subscription = {
  id: ID,
  status: 'active',
  provider: 'stripe',
  plan_id: 'plan-pro',
  plan_type: 'pro',
  is_annual: false,
  current_period_start: START,
  current_period_end: END,
  canceled_at: null,
  grace_until: null,
  hosted_invoice_url: null,
  pending_plan_id: null,
  pending_is_annual: null,
  next_grant_at: END,
  next_charge: { amount: 9.99, currency: 'USD', at: END },
  debt_credits: 0,
  cancellation_mode: 'period_end',
};

export const PAYMENT: Payment = {
  ...plan,
  id: ID,
  provider: 'stripe',
  kind: 'checkout',
  amount: 9.99,
  refunded_amount: 0,
  status: 'success',
  failure_reason: null,
  is_disputed: false,
  refund_state: null,
  invoice_id: ID,
  created_at: START,
  paid_at: START,
  can_refund: true,
  can_refund_previous: false,
};
const FAILED = { status: 'failed', failure_reason: 'insufficient_funds', can_refund: false } as const;
export const PAYMENTS: Payment[] = [
  PAYMENT,
  { ...PAYMENT, ...FAILED, id: ID.replace('b1', 'b2') },
  { ...PAYMENT, id: ID.replace('b1', 'b3'), refunded_amount: 9.99, can_refund: false },
  { ...PAYMENT, id: ID.replace('b1', 'b4'), refund_state: 'pending', can_refund: false },
  { ...PAYMENT, id: ID.replace('b1', 'b5'), refund_state: 'failed', can_refund: false },
];

export const CARD: PaymentMethod = {
  id: 'pm_1',
  type: 'card',
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2040,
  is_default: true,
};

export const PREVIEW: ChangePreview = {
  ...plan,
  kind: 'interval',
  is_annual: true,
  amount_due: 0,
  effective_at: END,
  next_amount: 99.99,
  next_charge_at: END,
  proration_date: null,
  credits: 0,
  debt_credits: 0,
};

export const INVOICE = {
  ...plan,
  id: ID,
  number: 'LUM-2026-0117',
  provider_invoice_id: 'in_1',
  status: 'paid',
  amount: 9.99,
  created_at: START,
  period_start: START,
  period_end: END,
};
const EVENT = { ...plan, amount: 9.99, at: START };
export const EVENTS = [
  { ...EVENT, id: 2, kind: 'failed' },
  { ...EVENT, id: 1, kind: 'started' },
];
export const STATS = {
  grantedCredits: 200,
  spentCredits: 55,
  heldCredits: 0,
  expiredCredits: 0,
  spentThisMonth: 55,
  days: [0, 7, 3.5, 0, 0, 10.5, 17.5, 0, 0, 7, 0, 0, 7, 0, 2.5].map((spentCredits, day) => ({
    date: `2026-11-${String(day + 10)}`,
    spentCredits,
    images: Math.ceil(spentCredits / 3.5),
  })),
};
export const USAGE = { period_start: START, period_end: END, granted: 200, used: 55, remaining: 145, images: 16 };
