import { ANNUAL_GRANTS, type PaymentProviderId } from '@app/contracts';

export interface InvoiceName {
  provider: PaymentProviderId;
  providerInvoiceId: string;
}

export const monthKey = ({ provider, providerInvoiceId }: InvoiceName, month: number): string =>
  `plan:${provider}:${providerInvoiceId}:m${month}`;

export const topUpKey = ({ provider, providerInvoiceId }: InvoiceName): string =>
  `topup:${provider}:${providerInvoiceId}`;

export const keysOf = (invoice: InvoiceName): string[] => [
  ...Array.from({ length: ANNUAL_GRANTS }, (_, index) => monthKey(invoice, index + 1)),
  topUpKey(invoice),
];
