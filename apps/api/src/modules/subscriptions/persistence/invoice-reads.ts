import type { DataSource, EntityManager } from 'typeorm';
import { keysOf } from '../domain/grant-keys.js';
import { BillingInvoiceEntity } from './billing-invoice.entity.js';
import type { PaymentEntity } from './payment.entity.js';

export const findInvoiceOf = async (
  sql: DataSource | EntityManager,
  { invoiceId }: PaymentEntity,
): Promise<BillingInvoiceEntity | null> =>
  invoiceId === null ? null : sql.getRepository(BillingInvoiceEntity).findOneBy({ id: invoiceId });

/** Of the credits that a payment may have brought. */
export async function findGrantKeysOf(sql: DataSource | EntityManager, payment: PaymentEntity): Promise<string[]> {
  const invoice = await findInvoiceOf(sql, payment);
  return invoice ? keysOf(invoice) : [];
}
