import type { Stripe } from 'stripe';
import type { StripeAccount } from '../store/account.js';
import { newId } from '../store/ids.js';
import type { Business, Stored } from '../store/wire.js';

type TaxIdType = Stripe.TaxId['type'];

const EU_COUNTRIES = 'AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK';
const FORMATS: [TaxIdType, RegExp][] = [
  ['eu_vat', new RegExp(`^(?:${EU_COUNTRIES})[0-9A-Z]{2,13}$`)],
  ['gb_vat', /^GB\d{9}(?:\d{3})?$/],
  ['us_ein', /^\d{2}-\d{7}$/],
  ['cn_tin', /^[0-9A-Z]{18}$/],
];

const typeOf = (taxId: string): TaxIdType | undefined => FORMATS.find(([, format]) => format.test(taxId))?.[0];

export const taxIdType = ({ taxId }: Business): TaxIdType => typeOf(taxId) ?? 'unknown';

/** @returns null without one, undefined if half of it is missing or the id is of no known kind */
export function readBusiness(form: URLSearchParams): Business | null | undefined {
  const name = form.get('business_name')?.trim() ?? '';
  const taxId = (form.get('tax_id') ?? '').replaceAll(/\s/g, '').toUpperCase();
  if (name === '' && taxId === '') return null;
  return name !== '' && typeOf(taxId) ? { name, taxId } : undefined;
}

/** From now on the customer's invoices carry it. */
export function saveBusiness(account: StripeAccount, customerId: string, business: Business): void {
  const { name, taxId } = business;
  account.update('customer', customerId, { name, business_name: name }, 'customer.updated');
  for (const { id } of taxIdsOf(account, customerId)) account.objects.remove('tax_id', id);
  account.create(
    'tax_id',
    buildTaxId(account, customerId, { type: taxIdType(business), value: taxId }),
    'customer.tax_id.created',
  );
}

export const taxIdsOf = (account: StripeAccount, customerId: string): Stored<'tax_id'>[] =>
  account.objects.list('tax_id').filter(({ customer }) => customer === customerId);

const buildTaxId = (
  account: StripeAccount,
  customer: string,
  { type, value }: Pick<Stored<'tax_id'>, 'type' | 'value'>,
): Stored<'tax_id'> => ({
  id: newId('txi'),
  object: 'tax_id',
  country: /^[A-Z]{2}/.exec(value)?.[0] ?? null,
  created: account.now(),
  customer,
  customer_account: null,
  livemode: false,
  owner: { type: 'customer', customer, customer_account: null },
  type,
  value,
  verification: null,
});
