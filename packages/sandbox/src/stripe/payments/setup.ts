import { invalidRequest } from '../api/errors.js';
import { declineError, DECLINES, isDecline } from '../cards/outcomes.js';
import { behaviourOf, isSpent, detachedBefore } from '../cards/payment-methods.js';
import type { StripeAccount } from '../store/account.js';
import { newId } from '../store/ids.js';
import type { Stored } from '../store/wire.js';
import { rememberReturn } from './attempt.js';

type SetupIntent = Stored<'setup_intent'>;

export interface NewSetup {
  customer?: string | null | undefined;
  description?: string | null | undefined;
  metadata?: Record<string, string> | undefined;
  paymentMethod?: string | null | undefined;
  usage?: 'off_session' | 'on_session' | undefined;
}

export function createSetup(account: StripeAccount, fields: NewSetup): SetupIntent {
  const id = newId('seti');
  return account.create(
    'setup_intent',
    {
      id,
      object: 'setup_intent',
      allowed_payment_method_types: null,
      application: null,
      automatic_payment_methods: null,
      cancellation_reason: null,
      client_secret: `${id}_secret_${newId('s').slice(2)}`,
      created: account.now(),
      customer: fields.customer ?? null,
      customer_account: null,
      description: fields.description ?? null,
      excluded_payment_method_types: null,
      flow_directions: null,
      last_setup_error: null,
      latest_attempt: null,
      livemode: false,
      mandate: null,
      metadata: fields.metadata ?? {},
      next_action: null,
      on_behalf_of: null,
      payment_method: fields.paymentMethod ?? null,
      payment_method_configuration_details: null,
      payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
      payment_method_types: ['card'],
      single_use_mandate: null,
      status: fields.paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
      usage: fields.usage ?? 'off_session',
    },
    'setup_intent.created',
  );
}

/** Asks the bank to let a card be charged later. @returns succeeded, refused, or waiting for the bank */
export function attemptSetup(
  account: StripeAccount,
  setupId: string,
  { paymentMethodId, isAuthenticated = false, returnUrl }: AttemptSetupOptions,
): SetupIntent {
  if (isSpent(account, paymentMethodId)) throw detachedBefore();
  const behaviour = behaviourOf(account, paymentMethodId);
  if (behaviour.outcome.startsWith('authenticate') && !isAuthenticated) {
    const url = account.pageUrl(`authenticate/${setupId}`);
    rememberReturn(account, setupId, returnUrl);
    const changes: Partial<SetupIntent> = {
      status: 'requires_action',
      payment_method: paymentMethodId,
      last_setup_error: null,
      next_action:
        returnUrl === undefined
          ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
          : { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } },
    };
    return account.update('setup_intent', setupId, changes, 'setup_intent.requires_action');
  }
  if (isDecline(behaviour.outcome))
    return failSetup(account, setupId, paymentMethodId, declineError(DECLINES[behaviour.outcome]));
  account.objects.put('card_behaviour', { ...behaviour, isAuthenticated: true });
  const { customer } = account.objects.get('setup_intent', setupId);
  if (customer !== null) saveFor(account, paymentMethodId, customer);
  return account.update(
    'setup_intent',
    setupId,
    { status: 'succeeded', payment_method: paymentMethodId, next_action: null, last_setup_error: null },
    'setup_intent.succeeded',
  );
}

export interface AttemptSetupOptions {
  paymentMethodId: string;
  isAuthenticated?: boolean;
  returnUrl?: string | undefined;
}

/** Attaches a card that the bank has just approved. */
export function saveFor(account: StripeAccount, paymentMethodId: string, customer: string): void {
  const method = account.objects.get('payment_method', paymentMethodId);
  if (method.customer === customer) return;
  if (method.customer !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    });
  }
  account.update('payment_method', method.id, { customer }, 'payment_method.attached');
}

export function failSetup(
  account: StripeAccount,
  setupId: string,
  paymentMethodId: string | null,
  error: object = AUTHENTICATION_FAILED,
): SetupIntent {
  const method = account.objects.find('payment_method', paymentMethodId);
  const lastError = { ...error, ...(method && { payment_method: method }) };
  return account.update(
    'setup_intent',
    setupId,
    {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error: lastError as NonNullable<SetupIntent['last_setup_error']>,
    },
    'setup_intent.setup_failed',
  );
}

const AUTHENTICATION_FAILED = {
  type: 'invalid_request_error',
  code: 'setup_intent_authentication_failure',
  message: 'The latest attempt to set up the payment method has failed because authentication failed.',
};
