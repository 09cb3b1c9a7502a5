import type { StripeAccount } from '../store/account.js';
import { newId, randomAlphanumeric } from '../store/ids.js';
import type { Stored } from '../store/wire.js';

type Customer = Stored<'customer'>;
type Changes = Partial<Customer>;

/** @param changes what differs from an empty customer */
export function createCustomer(account: StripeAccount, changes: Changes | ((empty: Customer) => Changes)): Customer {
  const empty = emptyCustomer(account, newId('cus'));
  const given = typeof changes === 'function' ? changes(empty) : changes;
  return account.create('customer', { ...empty, ...given }, 'customer.created');
}

const emptyCustomer = (account: StripeAccount, id: string): Customer => ({
  id,
  object: 'customer',
  address: null,
  balance: 0,
  created: account.now(),
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: randomAlphanumeric(8).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
});
