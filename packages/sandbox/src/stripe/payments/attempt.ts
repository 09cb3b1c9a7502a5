import { declineError, DECLINES, isDecline, type Decline } from '../cards/outcomes.js';
import { behaviourOf } from '../cards/payment-methods.js';
import type { StripeAccount } from '../store/account.js';
import { newId } from '../store/ids.js';
import type { Stored } from '../store/wire.js';
import { createCharge } from './charges.js';
import { openDispute } from './disputes.js';

type Intent = Stored<'payment_intent'>;

export interface AttemptOptions {
  paymentMethodId: string;
  /** The customer is not there to answer the bank. */
  isOffSession: boolean;
  /** The holder has just confirmed the payment to the bank. */
  isAuthenticated?: boolean;
  returnUrl?: string | undefined;
}

/** Tries to take the money of a payment intent once. @returns the intent as it is then: succeeded, refused, or waiting for the bank */
export function attemptPayment(account: StripeAccount, intentId: string, options: AttemptOptions): Intent {
  const { paymentMethodId, isAuthenticated = false, returnUrl } = options;
  const answer = askBank(account, options);
  if (answer === 'authenticate') {
    const url = account.pageUrl(`authenticate/${intentId}`);
    rememberReturn(account, intentId, returnUrl);
    const changes: Partial<Intent> = {
      status: 'requires_action',
      payment_method: paymentMethodId,
      next_action:
        returnUrl === undefined
          ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
          : { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } },
      last_payment_error: null,
    };
    return account.update('payment_intent', intentId, changes, 'payment_intent.requires_action');
  }
  if (answer !== 'approved') return refuse(account, intentId, paymentMethodId, answer);
  return succeed(account, intentId, paymentMethodId, isAuthenticated);
}

/** Where the person goes when the bank has its answer. */
export function rememberReturn(account: StripeAccount, id: string, returnUrl?: string, session?: string): void {
  const before = account.objects.find('intent_context', id);
  account.objects.put('intent_context', {
    id,
    object: 'intent_context',
    returnUrl: returnUrl ?? before?.returnUrl ?? null,
    session: session ?? before?.session ?? null,
  });
}

function askBank(account: StripeAccount, options: AttemptOptions): 'approved' | 'authenticate' | Decline {
  const behaviour = behaviourOf(account, options.paymentMethodId);
  const { outcome } = behaviour;
  const asks = outcome.startsWith('authenticate') && !(outcome === 'authenticate_once' && behaviour.isAuthenticated);
  if (asks && !options.isAuthenticated) {
    return options.isOffSession ? DECLINES.authentication_required : 'authenticate';
  }
  if (options.isAuthenticated) account.objects.put('card_behaviour', { ...behaviour, isAuthenticated: true });
  if (outcome === 'authenticate_then_decline' || outcome === 'decline_after_attach') return DECLINES.generic_decline;
  if (outcome === 'authenticate_then_insufficient_funds') return DECLINES.insufficient_funds;
  return isDecline(outcome) ? DECLINES[outcome] : 'approved';
}

function succeed(account: StripeAccount, intentId: string, paymentMethodId: string, isAuthenticated: boolean): Intent {
  const { amount } = account.objects.get('payment_intent', intentId);
  const charge = createCharge(account, intentId, paymentMethodId, { isAuthenticated });
  const intent = account.update('payment_intent', intentId, {
    status: 'succeeded',
    amount_received: amount,
    latest_charge: charge.id,
    payment_method: paymentMethodId,
    next_action: null,
    last_payment_error: null,
  });
  account.emit('charge.succeeded', charge);
  account.emit('payment_intent.succeeded', intent);
  openDispute(account, charge.id, behaviourOf(account, paymentMethodId).outcome);
  return intent;
}

function refuse(account: StripeAccount, intentId: string, paymentMethodId: string, decline: Decline): Intent {
  const charge = createCharge(account, intentId, paymentMethodId, { decline });
  account.emit('charge.failed', charge);
  return failIntent(account, intentId, {
    ...declineError(decline),
    charge: charge.id,
    payment_method: account.objects.get('payment_method', paymentMethodId),
  });
}

/** The holder refused, or the bank did not believe them. */
export function failAuthentication(account: StripeAccount, intentId: string): Intent {
  const { payment_method: paymentMethodId } = account.objects.get('payment_intent', intentId);
  return failIntent(account, intentId, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: account.objects.get('payment_method', paymentMethodId),
  });
}

function failIntent(account: StripeAccount, intentId: string, error: object): Intent {
  const lastError = error as NonNullable<Intent['last_payment_error']>;
  const changes: Partial<Intent> = {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: lastError,
    ...(lastError.charge !== undefined && { latest_charge: lastError.charge }),
  };
  return account.update('payment_intent', intentId, changes, 'payment_intent.payment_failed');
}

export interface NewIntent {
  amount: number;
  currency: string;
  customer?: string | null | undefined;
  description?: string | null | undefined;
  metadata?: Record<string, string> | undefined;
  setupFutureUsage?: 'off_session' | 'on_session' | null | undefined;
  receiptEmail?: string | null | undefined;
  paymentMethod?: string | null | undefined;
}

export function createIntent(account: StripeAccount, fields: NewIntent): Intent {
  const id = newId('pi');
  return account.create(
    'payment_intent',
    {
      id,
      object: 'payment_intent',
      allowed_payment_method_types: null,
      amount: fields.amount,
      amount_capturable: 0,
      amount_details: { tip: {} },
      amount_received: 0,
      application: null,
      application_fee_amount: null,
      automatic_payment_methods: null,
      canceled_at: null,
      cancellation_reason: null,
      capture_method: 'automatic_async',
      client_secret: `${id}_secret_${newId('s').slice(2)}`,
      confirmation_method: 'automatic',
      created: account.now(),
      currency: fields.currency,
      customer: fields.customer ?? null,
      customer_account: null,
      description: fields.description ?? null,
      excluded_payment_method_types: null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      managed_payments: null,
      metadata: fields.metadata ?? {},
      next_action: null,
      on_behalf_of: null,
      payment_method: fields.paymentMethod ?? null,
      payment_method_configuration_details: null,
      payment_method_options: {
        card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
      },
      payment_method_types: ['card'],
      payment_record: null,
      processing: null,
      receipt_email: fields.receiptEmail ?? null,
      review: null,
      setup_future_usage: fields.setupFutureUsage ?? null,
      shipping: null,
      source: null,
      statement_descriptor: null,
      statement_descriptor_suffix: null,
      status: fields.paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
      transfer_data: null,
      transfer_group: null,
    },
    'payment_intent.created',
  );
}
