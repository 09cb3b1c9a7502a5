import { ApiFault } from '../api/errors.js';
import { createSubscription } from '../billing/subscriptions.js';
import type { Outcome } from '../cards/outcomes.js';
import { checkCard, createPaymentMethod, type CardDetails } from '../cards/payment-methods.js';
import { attemptPayment, createIntent, rememberReturn } from '../payments/attempt.js';
import { attemptSetup, saveFor } from '../payments/setup.js';
import { createCustomer } from '../resources/create-customer.js';
import type { StripeAccount } from '../store/account.js';
import type { Business, Stored } from '../store/wire.js';
import { customerDetails } from './build-session.js';
import { saveBusiness } from './business.js';

type Session = Stored<'checkout.session'>;

export type PageResult =
  | { kind: 'complete' }
  /** The bank asks the holder; `intent` names the payment. */
  | { kind: 'authenticate'; intent: string }
  | { kind: 'refused'; message: string };

export interface CardForm extends CardDetails {
  /** Replaces the outcome that the number stands for. */
  outcome?: Outcome | undefined;
  business?: Business | null;
}

/** A person presses the button of a checkout page. */
export function submitCard(account: StripeAccount, sessionId: string, form: CardForm): PageResult {
  const session = account.objects.get('checkout.session', sessionId);
  if (session.status !== 'open') return { kind: 'complete' };
  let method: Stored<'payment_method'>;
  try {
    const usual = checkCard(account, form);
    method = createPaymentMethod(account, form, form.outcome ?? usual);
  } catch (error) {
    if (error instanceof ApiFault) return { kind: 'refused', message: error.message };
    throw error;
  }
  const order = account.objects.get('checkout_order', sessionId);
  account.objects.put('checkout_order', {
    ...order,
    email: form.email ?? order.email,
    name: form.name ?? order.name,
    business: form.business ?? order.business ?? null,
  });
  return session.mode === 'setup' ? setUp(account, session, method.id) : pay(account, session, method.id);
}

function setUp(account: StripeAccount, session: Session, paymentMethodId: string): PageResult {
  const setupId = session.setup_intent ?? '';
  rememberReturn(account, setupId, undefined, session.id);
  const setup = attemptSetup(account, setupId, { paymentMethodId });
  return afterIntent(account, session.id, setup);
}

function pay(account: StripeAccount, session: Session, paymentMethodId: string): PageResult {
  const due = amountDue(account, session);
  if (due === 0) {
    completeSession(account, session.id, paymentMethodId);
    return { kind: 'complete' };
  }
  const intent = intentOf(account, session, due);
  return afterIntent(account, session.id, attemptPayment(account, intent, { paymentMethodId, isOffSession: false }));
}

/** A customer's credit pays first. */
function amountDue(account: StripeAccount, session: Session): number {
  const balance =
    session.mode === 'subscription' ? (account.objects.find('customer', session.customer)?.balance ?? 0) : 0;
  return Math.max(0, (session.amount_total ?? 0) + balance);
}

/** One payment for a session, however often its page is sent. */
function intentOf(account: StripeAccount, session: Session, amount: number): string {
  const order = account.objects.get('checkout_order', session.id);
  if (order.intent !== null) return order.intent;
  const isPayment = session.mode === 'payment';
  const { id } = createIntent(account, {
    amount,
    currency: session.currency ?? 'usd',
    customer: session.customer,
    description: isPayment ? order.description : 'Subscription creation',
    metadata: isPayment ? order.metadata : {},
    setupFutureUsage: isPayment ? order.setupFutureUsage : 'off_session',
  });
  account.objects.put('checkout_order', { ...order, intent: id });
  rememberReturn(account, id, undefined, session.id);
  if (isPayment) account.update('checkout.session', session.id, { payment_intent: id });
  return id;
}

/** What the page does after an attempt; also when the bank has asked the holder. */
export function afterIntent(
  account: StripeAccount,
  sessionId: string,
  intent: Stored<'payment_intent'> | Stored<'setup_intent'>,
): PageResult {
  if (intent.status === 'requires_action') return { kind: 'authenticate', intent: intent.id };
  if (intent.status === 'succeeded') {
    completeSession(account, sessionId, intent.payment_method ?? '');
    return { kind: 'complete' };
  }
  const error = intent.object === 'payment_intent' ? intent.last_payment_error : intent.last_setup_error;
  return { kind: 'refused', message: error?.message ?? 'Your card was declined.' };
}

function completeSession(account: StripeAccount, sessionId: string, paymentMethodId: string): void {
  const session = account.objects.get('checkout.session', sessionId);
  if (session.status !== 'open') return;
  const order = account.objects.get('checkout_order', sessionId);
  const customer = customerOf(account, session);
  if (customer !== null && isSaved(account, session)) saveFor(account, paymentMethodId, customer);
  if (order.intent !== null && session.mode !== 'setup') claimPayment(account, order.intent, customer);
  const business = order.business ?? null;
  if (customer !== null && business !== null) saveBusiness(account, customer, business);
  const subscription =
    session.mode === 'subscription' ? subscribe(account, session, customer ?? '', paymentMethodId) : undefined;
  const completed = account.update('checkout.session', sessionId, {
    customer,
    customer_details: customerDetails(order.email ?? session.customer_details?.email ?? null, order.name, business),
    invoice: subscription?.latest_invoice ?? null,
    payment_status: session.mode === 'setup' ? 'no_payment_required' : 'paid',
    status: 'complete',
    subscription: subscription?.id ?? null,
    url: null,
  });
  account.emit('checkout.session.completed', completed);
}

const isSaved = (account: StripeAccount, { id, mode }: Session): boolean =>
  mode !== 'payment' || account.objects.get('checkout_order', id).setupFutureUsage !== null;

function customerOf(account: StripeAccount, session: Session): string | null {
  if (session.customer !== null) return session.customer;
  if (session.customer_creation !== 'always') return null;
  const { email, name } = account.objects.get('checkout_order', session.id);
  return createCustomer(account, { email: email ?? session.customer_email, name }).id;
}

/** The payment was made before its customer existed. */
function claimPayment(account: StripeAccount, intentId: string, customer: string | null): void {
  const intent = account.update('payment_intent', intentId, { customer });
  if (intent.latest_charge !== null) account.update('charge', intent.latest_charge, { customer });
}

function subscribe(
  account: StripeAccount,
  session: Session,
  customer: string,
  paymentMethodId: string,
): Stored<'subscription'> {
  const order = account.objects.get('checkout_order', session.id);
  return createSubscription(account, {
    customer,
    items: order.items.flatMap(({ price, quantity }) => (price ? [{ price, quantity: quantity ?? 1 }] : [])),
    defaultPaymentMethod: paymentMethodId,
    description: order.description,
    metadata: order.metadata,
    paidBy: account.objects.find('payment_intent', order.intent),
  });
}

/** Ends a session whose time is over, or that its owner gives up. */
export function expireSession(account: StripeAccount, id: string): Session {
  return account.update('checkout.session', id, { status: 'expired', url: null }, 'checkout.session.expired');
}

/** Where a completed session sends the browser. */
export const successUrlOf = ({ id, success_url: url }: Session): string =>
  (url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id);
