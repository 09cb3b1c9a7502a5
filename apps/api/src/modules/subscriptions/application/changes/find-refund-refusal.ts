import type { DataSource, EntityManager } from 'typeorm';
import type { CreditLedger } from '../../../quota/index.js';
import { refundRefusal, type RefundRefusal } from '../../domain/refund-rule.js';
import { hasRefundFailed } from '../../persistence/billing-records.js';
import { billingNow } from '../../persistence/billing-time.js';
import { findGrantKeysOf } from '../../persistence/invoice-reads.js';
import type { PaymentEntity } from '../../persistence/payment.entity.js';

/** Null: its person may have it refunded. */
export async function findRefundRefusal(
  sql: DataSource | EntityManager,
  ledger: CreditLedger,
  payment: PaymentEntity,
  isLatest: boolean,
): Promise<RefundRefusal | null> {
  const { userId, status, refundRequestedAt, paidAt, refundedCents } = payment;
  const facts = {
    isLatest,
    isPaid: status === 'success' && refundRequestedAt === null,
    paidAt,
    refundedCents,
    hasRefundFailed: await hasRefundFailed(sql, payment),
    ...(await ledger.usage(sql, userId, await findGrantKeysOf(sql, payment))),
  };
  return refundRefusal(facts, await billingNow(sql));
}
