import { And, LessThan, MoreThanOrEqual, type EntityManager } from 'typeorm';
import { rows } from '../../../../platform/database/rows.js';
import type { CreditLedger } from '../../../quota/index.js';
import { keysOf } from '../../domain/grant-keys.js';
import { BillingInvoiceEntity } from '../../persistence/billing-invoice.entity.js';
import {
  hasRefundFailed,
  refusalKey,
  requestFailedRefundMail,
  wasRefundRefused,
} from '../../persistence/billing-records.js';
import { findInvoiceOf } from '../../persistence/invoice-reads.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import type { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import type { SubscriptionSnapshot } from '../../providers/payment-provider.port.js';

/** A payment may be on its way while its subscription is ended. */
const ENDING_MS = 3_600_000;

// Of a second subscription, of one that has ended, or of an account that was removed: a page may have been left open. Or of a
// period that was over before it was read, as while the provider was switched off.
const CANDIDATES = `
  select p.id, coalesce(p.paid_at > u.deleted_at, false) as "isOrphaned"
    from payments p join users u on u.id = p.user_id join billing_invoices i on i.id = p.invoice_id
   where p.subscription_id = $1 and p.status = 'success'
     and ($2::boolean or p.paid_at >= $3::timestamptz or p.paid_at > u.deleted_at or p.is_unearned
          or i.provider_invoice_id = any($4) and i.reason <> 'upgrade' and i.period_end < billing_now())
   order by p.paid_at`;

/**
 * Payments to pay back, since nothing was given for them. After the credits of the subscription are granted; a process that
 * dies before it has paid back leaves that to the reconciler.
 */
export async function claimUnearned(
  tx: EntityManager,
  ledger: CreditLedger,
  { id, isDuplicate }: SubscriptionEntity,
  { endedAt, invoices }: SubscriptionSnapshot,
): Promise<PaymentEntity[]> {
  const endingAt = endedAt && new Date(endedAt.getTime() - ENDING_MS);
  const read = invoices.map((invoice) => invoice.id);
  const facts = [id, isDuplicate, endingAt, read];
  const candidates = await rows<{ id: string; isOrphaned: boolean }>(tx, CANDIDATES, facts);
  const claimed: PaymentEntity[] = [];
  for (const candidate of candidates) {
    const payment = await tx.findOneByOrFail(PaymentEntity, { id: candidate.id });
    if ((await hasRefundFailed(tx, payment)) || (await wasRefundRefused(tx, payment))) continue;
    const isUnearned = !(await hasCredits(tx, ledger, payment));
    if (isUnearned) await tx.update(PaymentEntity, { id: payment.id }, { isUnearned });
    if (isUnearned || candidate.isOrphaned) claimed.push(Object.assign(payment, { isUnearned }));
  }
  return claimed;
}

/** The mail is also the mark by which no refund is tried again, since the operator may pay by other means. */
export const requestRefusalMail = (tx: EntityManager, payment: PaymentEntity): Promise<void> =>
  requestFailedRefundMail(tx, refusalKey(payment.id), payment, { isRefused: true, hadCredits: false });

async function hasCredits(tx: EntityManager, ledger: CreditLedger, payment: PaymentEntity): Promise<boolean> {
  const invoice = await findInvoiceOf(tx, payment);
  if (!invoice) return false;
  const invoices = [invoice, ...(await upgradesWithin(tx, invoice))];
  return (await ledger.granted(tx, payment.userId, invoices.flatMap(keysOf))).length > 0;
}

/** The months of a period may have come by the keys of its upgrades. */
const upgradesWithin = (
  tx: EntityManager,
  { subscriptionId, reason, periodStart, periodEnd }: BillingInvoiceEntity,
): Promise<BillingInvoiceEntity[]> =>
  reason === 'upgrade'
    ? Promise.resolve([])
    : tx.findBy(BillingInvoiceEntity, {
        subscriptionId,
        reason: 'upgrade',
        periodStart: And(MoreThanOrEqual(periodStart), LessThan(periodEnd)),
      });
