import type { EntityManager } from 'typeorm';
import { keysOf } from '../domain/grant-keys.js';
import { BillingInvoiceEntity } from './billing-invoice.entity.js';
import type { PaymentEntity } from './payment.entity.js';

export const findInvoiceOf = async (
  tx: EntityManager,
  { invoiceId }: PaymentEntity,
): Promise<BillingInvoiceEntity | null> =>
  invoiceId === null ? null : tx.findOneBy(BillingInvoiceEntity, { id: invoiceId });

/** Of the credits that a payment may have brought. */
export async function findGrantKeysOf(tx: EntityManager, payment: PaymentEntity): Promise<string[]> {
  const invoice = await findInvoiceOf(tx, payment);
  return invoice ? keysOf(invoice) : [];
}
