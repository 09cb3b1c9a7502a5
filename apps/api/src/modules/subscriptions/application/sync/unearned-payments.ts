import type { EntityManager } from 'typeorm';
import { rows } from '../../../../platform/database/rows.js';
import type { CreditLedger } from '../../../quota/index.js';
import { keysOf } from '../../domain/grant-keys.js';
import { BillingInvoiceEntity } from '../../persistence/billing-invoice.entity.js';
import { hasRefundFailed } from '../../persistence/billing-records.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import type { SubscriptionEntity } from '../../persistence/subscription.entity.js';

/** A payment may be on its way while its subscription is ended. */
const ENDING_MS = 3_600_000;

// Of a second subscription, of one that has ended, or of an account that was removed: a page may have been left open.
const CANDIDATES = `
  select p.id, coalesce(p.paid_at > u.deleted_at, false) as "isOrphaned"
    from payments p join users u on u.id = p.user_id
   where p.subscription_id = $1 and p.status = 'success'
     and ($2::boolean or p.paid_at >= $3::timestamptz or p.paid_at > u.deleted_at)
   order by p.paid_at`;

/**
 * Payments to pay back, since nothing was given for them. After the credits of the subscription are granted; a process that
 * dies before it has paid back leaves that to the reconciler.
 */
export async function claimUnearned(
  tx: EntityManager,
  ledger: CreditLedger,
  { id, isDuplicate }: SubscriptionEntity,
  endedAt: Date | null,
): Promise<PaymentEntity[]> {
  const endingAt = endedAt && new Date(endedAt.getTime() - ENDING_MS);
  const candidates = await rows<{ id: string; isOrphaned: boolean }>(tx, CANDIDATES, [id, isDuplicate, endingAt]);
  const claimed: PaymentEntity[] = [];
  for (const candidate of candidates) {
    const payment = await tx.findOneByOrFail(PaymentEntity, { id: candidate.id });
    if (await hasRefundFailed(tx, payment)) continue;
    const isUnearned = !(await hasCredits(tx, ledger, payment));
    if (isUnearned) await tx.update(PaymentEntity, { id: payment.id }, { isUnearned });
    if (isUnearned || candidate.isOrphaned) claimed.push(Object.assign(payment, { isUnearned }));
  }
  return claimed;
}

async function hasCredits(
  tx: EntityManager,
  ledger: CreditLedger,
  { userId, invoiceId }: PaymentEntity,
): Promise<boolean> {
  const invoice = invoiceId === null ? null : await tx.findOneBy(BillingInvoiceEntity, { id: invoiceId });
  return invoice !== null && (await ledger.granted(tx, userId, keysOf(invoice))).length > 0;
}
