import type { DataSource, EntityManager } from 'typeorm';
import type { CreditLedger } from '../../../quota/index.js';
import { refundLookback, refundRefusal, type RefundRefusal } from '../../domain/refund-rule.js';
import { hasRefundFailed } from '../../persistence/billing-records.js';
import { billingNow } from '../../persistence/billing-time.js';
import { findGrantKeysOf } from '../../persistence/invoice-reads.js';
import type { PaymentEntity } from '../../persistence/payment.entity.js';
import { findRefundedPayments } from '../../persistence/refundable-payments.js';

/** Null: its person may have it refunded. */
export async function findRefundRefusal(
  sql: DataSource | EntityManager,
  ledger: CreditLedger,
  payment: PaymentEntity,
  isLatest: boolean,
): Promise<RefundRefusal | null> {
  const { userId, status, refundRequestedAt, paidAt, refundedCents } = payment;
  const now = await billingNow(sql);
  const facts = {
    isLatest,
    isPaid: status === 'success' && refundRequestedAt === null,
    paidAt,
    refundedCents,
    hasRefundFailed: await hasRefundFailed(sql, payment),
    ...(await ledger.usage(sql, userId, await findGrantKeysOf(sql, payment))),
    usedBeforeUnits: await readUsedBefore(sql, ledger, payment, refundLookback(now)),
  };
  return refundRefusal(facts, now);
}

/** Otherwise a plan could be bought, used a little and refunded again and again, also from accounts that follow each other. */
async function readUsedBefore(
  sql: DataSource | EntityManager,
  ledger: CreditLedger,
  payment: PaymentEntity,
  since: Date,
): Promise<number> {
  const userIds = [payment.userId, ...(await ledger.formerAccounts(sql, payment.userId))];
  let usedUnits = 0;
  for (const refunded of await findRefundedPayments(sql, userIds, payment, since)) {
    const keys = await findGrantKeysOf(sql, refunded);
    usedUnits += (await ledger.usage(sql, refunded.userId, keys)).usedUnits;
  }
  return usedUnits;
}
