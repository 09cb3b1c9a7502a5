import { ANNUAL_GRANTS, type PaymentProviderId } from '@app/contracts';

export interface InvoiceName {
  provider: PaymentProviderId;
  providerInvoiceId: string;
}

/** Names the credits of one month of one paid invoice. */
export const monthKey = ({ provider, providerInvoiceId }: InvoiceName, month: number): string =>
  `plan:${provider}:${providerInvoiceId}:m${month}`;

/** Names what an upgrade adds to the running month. */
export const topUpKey = ({ provider, providerInvoiceId }: InvoiceName): string =>
  `topup:${provider}:${providerInvoiceId}`;

/** Of everything that an invoice may have brought. */
export const keysOf = (invoice: InvoiceName): string[] => [
  ...Array.from({ length: ANNUAL_GRANTS }, (_, index) => monthKey(invoice, index + 1)),
  topUpKey(invoice),
];
