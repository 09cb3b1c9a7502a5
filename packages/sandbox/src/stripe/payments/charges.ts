import type { Decline } from '../cards/outcomes.js';
import type { StripeAccount } from '../store/account.js';
import { newId } from '../store/ids.js';
import type { Stored } from '../store/wire.js';

type Charge = Stored<'charge'>;

export interface ChargeResult {
  decline?: Decline;
  isAuthenticated?: boolean;
}

/** Records what a bank answered; the caller sends the event. */
export function createCharge(
  account: StripeAccount,
  intentId: string,
  paymentMethodId: string,
  result: ChargeResult,
): Charge {
  const intent = account.objects.get('payment_intent', intentId);
  const method = account.objects.get('payment_method', paymentMethodId);
  const isPaid = !result.decline;
  const id = newId('ch');
  return account.create('charge', {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid ? newId('txn') : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: isPaid,
    created: account.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: result.decline?.code ?? null,
    failure_message: result.decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(result.decline),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', ...(method.card && { card: cardDetails(method.card, result) }) },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: isPaid ? account.pageUrl(`receipts/${id}`) : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  });
}

const outcomeOf = (decline: Decline | undefined): Charge['outcome'] => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: decline ? '01' : null,
  network_status: decline ? 'declined_by_network' : 'approved_by_network',
  reason: decline?.declineCode ?? null,
  risk_level: 'normal',
  risk_score: 20,
  seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
  type: decline ? 'issuer_declined' : 'authorized',
});

type MethodCard = NonNullable<Stored<'payment_method'>['card']>;
type ChargeCard = NonNullable<NonNullable<Charge['payment_method_details']>['card']>;

const cardDetails = (card: MethodCard, { isAuthenticated }: ChargeResult): ChargeCard => ({
  amount_authorized: null,
  authorization_code: null,
  brand: card.brand,
  checks: card.checks,
  country: card.country,
  electronic_commerce_indicator: null,
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  fingerprint: card.fingerprint ?? null,
  funding: card.funding,
  installments: null,
  last4: card.last4,
  mandate: null,
  network: card.brand,
  network_transaction_id: null,
  regulated_status: 'unregulated',
  three_d_secure: isAuthenticated
    ? {
        authentication_flow: 'challenge',
        electronic_commerce_indicator: '05',
        exemption_indicator: null,
        result: 'authenticated',
        result_reason: null,
        transaction_id: newId('tds'),
        version: '2.2.0',
      }
    : null,
  transaction_link_id: null,
  wallet: null,
});
