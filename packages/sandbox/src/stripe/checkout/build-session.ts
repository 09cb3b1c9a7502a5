import { mergeMetadata } from '../api/params.js';
import type { StripeAccount } from '../store/account.js';
import type { Business, CheckoutOrder, Stored } from '../store/wire.js';
import { taxIdType } from './business.js';
import type { NewSession } from './session-params.js';

type Session = Stored<'checkout.session'>;
const DAY = 86_400;

export function buildSession(account: StripeAccount, given: NewSession, order: CheckoutOrder): Session {
  const { mode } = given;
  const isSetup = mode === 'setup';
  const total = order.items.reduce((sum, { amount_total: amount }) => sum + amount, 0);
  const now = account.now();
  return {
    ...NO_EXTRAS,
    id: order.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: given.adaptive_pricing?.enabled ?? !isSetup },
    allow_promotion_codes: given.allow_promotion_codes ?? null,
    amount_subtotal: isSetup ? null : total,
    amount_total: isSetup ? null : total,
    automatic_tax: { enabled: given.automatic_tax?.enabled ?? false, liability: null, provider: null, status: null },
    billing_address_collection: given.billing_address_collection ?? null,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    created: now,
    currency: isSetup ? (given.currency ?? null) : (order.items[0]?.currency ?? null),
    customer: given.customer ?? null,
    customer_creation: customerCreation(given),
    customer_details: detailsOf(account, given),
    customer_email: given.customer_email ?? null,
    expires_at: given.expires_at ?? now + DAY,
    locale: given.locale ?? null,
    metadata: mergeMetadata({}, given.metadata),
    mode,
    payment_method_collection:
      isSetup || mode === 'subscription' ? (given.payment_method_collection ?? 'always') : 'if_required',
    payment_status: isSetup ? 'no_payment_required' : 'unpaid',
    phone_number_collection: { enabled: given.phone_number_collection?.enabled ?? false },
    setup_intent: isSetup ? order.intent : null,
    status: 'open',
    submit_type: given.submit_type ?? null,
    success_url: given.success_url ?? null,
    tax_id_collection: { enabled: given.tax_id_collection?.enabled ?? false, required: 'never' },
    total_details: isSetup ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    url: account.pageUrl(`c/pay/${order.id}`),
  };
}

function customerCreation({ mode, customer, customer_creation: wanted }: NewSession): Session['customer_creation'] {
  if (customer !== undefined) return null;
  return mode === 'subscription' ? 'always' : (wanted ?? (mode === 'setup' ? null : 'if_required'));
}

function detailsOf(account: StripeAccount, given: NewSession): Session['customer_details'] {
  const customer = account.objects.find('customer', given.customer);
  const email = customer?.email ?? given.customer_email ?? null;
  if (email === null && !customer) return null;
  return customerDetails(email, customer?.name ?? null);
}

export const customerDetails = (
  email: string | null,
  name: string | null,
  business: Business | null = null,
): NonNullable<Session['customer_details']> => ({
  address: null,
  business_name: business?.name ?? null,
  email,
  individual_name: null,
  name,
  phone: null,
  tax_exempt: 'none',
  tax_ids: business ? [{ type: taxIdType(business), value: business.taxId }] : [],
});

const NO_EXTRAS = {
  after_expiration: null,
  allowed_payment_method_types: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_account: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  payment_method_types: ['card'],
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  subscription: null,
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<Session>;
