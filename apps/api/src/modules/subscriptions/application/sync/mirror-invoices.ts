import type { PaymentKind } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CreditLedger } from '../../../quota/index.js';
import { keysOf } from '../../domain/grant-keys.js';
import { isOpen } from '../../domain/subscription-access.js';
import { paymentStanding, type PaymentStanding } from '../../domain/payment-standing.js';
import { BillingInvoiceEntity } from '../../persistence/billing-invoice.entity.js';
import {
  recordEvent,
  refundKey,
  requestFailedRefundMail,
  requestMail,
  type Happening,
} from '../../persistence/billing-records.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import type { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import type { InvoiceSnapshot, SubscriptionSnapshot } from '../../providers/payment-provider.port.js';

const KINDS: Record<InvoiceSnapshot['reason'], PaymentKind> = {
  start: 'checkout',
  renewal: 'renewal',
  upgrade: 'upgrade',
};
const EVENTS = { start: 'started', renewal: 'renewed', upgrade: 'changed' } as const;
const isPaid = (status: PaymentStanding['status']): boolean => ['success', 'refunded', 'disputed'].includes(status);

/** What the provider no longer reports stays as it was. */
const refundedOf = ({ payment, amountCents }: InvoiceSnapshot, before: PaymentEntity | null): number =>
  Math.min(payment ? (payment.refundedCents ?? before?.refundedCents ?? 0) : 0, amountCents);

/** The account must be locked. */
@Injectable()
export class MirrorInvoices {
  constructor(private readonly ledger: CreditLedger) {}

  /** Returns the payments of which a refund has failed since the former read. */
  async run(
    tx: EntityManager,
    subscription: SubscriptionEntity,
    snapshot: SubscriptionSnapshot,
  ): Promise<PaymentEntity[]> {
    const failedRefunds: PaymentEntity[] = [];
    for (const invoice of snapshot.invoices) {
      const standing = paymentStanding(invoice);
      const row = await this.saveInvoice(tx, subscription, invoice, standing);
      const payment = await this.findPayment(tx, subscription, snapshot, { invoice, invoiceId: row.id });
      // A renewal that was not tried yet is no payment.
      if (!payment && standing.status === 'redirecting') continue;
      const failed = await this.savePayment(tx, subscription, { invoice, row, payment, standing });
      if (failed) failedRefunds.push(failed);
    }
    return failedRefunds;
  }

  private async saveInvoice(
    tx: EntityManager,
    subscription: SubscriptionEntity,
    invoice: InvoiceSnapshot,
    standing: PaymentStanding,
  ): Promise<BillingInvoiceEntity> {
    const { provider } = subscription;
    const name = { provider, providerInvoiceId: invoice.id };
    const { reason, number, plan, isAnnual, amountCents, periodStart, periodEnd, createdAt, paidAt } = invoice;
    const tookBack = standing.status === 'refunded' || standing.status === 'disputed';
    await tx.upsert(
      BillingInvoiceEntity,
      {
        ...name,
        userId: subscription.userId,
        subscriptionId: subscription.id,
        status: tookBack ? 'refunded' : invoice.status,
        reason,
        number,
        plan,
        isAnnual,
        amountCents,
        periodStart,
        periodEnd,
        createdAt,
        paidAt,
      },
      ['provider', 'providerInvoiceId'],
    );
    return tx.findOneByOrFail(BillingInvoiceEntity, name);
  }

  /** Made by a request of ours, or by an earlier read. */
  private async findPayment(
    tx: EntityManager,
    { id, userId }: SubscriptionEntity,
    snapshot: SubscriptionSnapshot,
    { invoice, invoiceId }: { invoice: InvoiceSnapshot; invoiceId: string },
  ): Promise<PaymentEntity | null> {
    const known = await tx.findOneBy(PaymentEntity, { invoiceId });
    if (known || invoice.reason === 'renewal') return known;
    if (invoice.reason === 'upgrade')
      return tx.findOne(PaymentEntity, {
        where: { subscriptionId: id, kind: 'upgrade', plan: invoice.plan, status: 'redirecting' },
        order: { createdAt: 'DESC' },
      });
    if (snapshot.paymentId === null) return null;
    const asked = await tx.findOneBy(PaymentEntity, { id: snapshot.paymentId, userId });
    return asked?.invoiceId ? null : asked;
  }

  /** Returns the payment when less of it is refunded than before. */
  private async savePayment(
    tx: EntityManager,
    subscription: SubscriptionEntity,
    {
      invoice,
      row,
      payment,
      standing,
    }: {
      invoice: InvoiceSnapshot;
      row: BillingInvoiceEntity;
      payment: PaymentEntity | null;
      standing: PaymentStanding;
    },
  ): Promise<PaymentEntity | null> {
    if (invoice.amountCents <= 0) return null;
    const { userId, provider } = subscription;
    const before = { status: payment?.status, refundedCents: payment?.refundedCents ?? 0 };
    const saved = await tx.save(
      PaymentEntity,
      Object.assign(payment ?? new PaymentEntity(), {
        userId,
        provider,
        kind: payment?.kind ?? KINDS[invoice.reason],
        plan: row.plan,
        isAnnual: row.isAnnual,
        amountCents: invoice.amountCents,
        ...standing,
        subscriptionId: subscription.id,
        invoiceId: row.id,
        // A payment outside the provider has its invoice as proof.
        providerPaymentId: invoice.payment?.id ?? (isPaid(standing.status) ? invoice.id : null),
        refundedCents: refundedOf(invoice, payment),
        hostedInvoiceUrl: isPaid(standing.status) ? null : invoice.hostedUrl,
        paidAt: row.paidAt,
      }),
    );
    const hasRefundFailed = saved.refundedCents < before.refundedCents;
    await this.settleCredits(tx, row, { saved, isUndone: before.status === 'disputed' || hasRefundFailed });
    await this.recordEventsAndMails(tx, subscription, { invoice, payment: saved });
    if (!hasRefundFailed) return null;
    await this.mailFailedRefund(tx, subscription, {
      invoice,
      saved,
      cents: before.refundedCents - saved.refundedCents,
    });
    return saved;
  }

  /**
   * Takes credits back for a whole refund or a dispute. Restores them after a won dispute or a failed refund (what is still
   * refunded in part is taken after that), unless the person has asked for the money.
   */
  private async settleCredits(
    tx: EntityManager,
    invoice: BillingInvoiceEntity,
    { saved, isUndone }: { saved: PaymentEntity; isUndone: boolean },
  ): Promise<void> {
    const { userId } = invoice;
    const keys = keysOf(invoice);
    if (saved.status === 'disputed' || (saved.status === 'refunded' && !saved.refundRequestedAt)) {
      for (const key of keys) await this.ledger.revoke(tx, userId, key);
    } else if (isUndone && saved.status === 'success' && !saved.refundRequestedAt) {
      for (const key of keys) await this.ledger.restore(tx, userId, key);
    }
  }

  /** While a dispute is open, the bank decides about the money. */
  private async mailFailedRefund(
    tx: EntityManager,
    { readNumber }: SubscriptionEntity,
    { invoice, saved, cents }: { invoice: InvoiceSnapshot; saved: PaymentEntity; cents: number },
  ): Promise<void> {
    if (saved.status !== 'success') return;
    await requestFailedRefundMail(tx, `refund_failed:${saved.id}:${readNumber}`, saved, {
      amountCents: cents,
      invoiceNumber: invoice.number,
      areCreditsBack: saved.refundRequestedAt === null && !saved.isUnearned,
    });
  }

  private async recordEventsAndMails(
    tx: EntityManager,
    subscription: SubscriptionEntity,
    { invoice, payment }: { invoice: InvoiceSnapshot; payment: PaymentEntity },
  ): Promise<void> {
    const { amountCents, plan, isAnnual, userId } = payment;
    const facts = { plan, isAnnual, amountCents, invoiceNumber: invoice.number, payUrl: invoice.hostedUrl };
    const record = (happening: Happening): Promise<void> =>
      recordEvent(tx, { id: subscription.id, userId, plan, isAnnual }, happening);
    const at = invoice.paidAt ?? invoice.createdAt;
    if (isPaid(payment.status)) {
      await record({ kind: EVENTS[invoice.reason], key: `paid:${payment.id}`, at, amountCents });
      const { status, cancelAtPeriodEnd, isDuplicate } = subscription;
      const isRenewed = isOpen(status) && !cancelAtPeriodEnd && !isDuplicate;
      const until = isRenewed ? subscription.periodEnd.toISOString() : null;
      await requestMail(tx, { key: `receipt:${payment.id}`, userId, kind: 'receipt', facts: { ...facts, until } });
    }
    if (payment.refundedCents > 0) {
      const key = refundKey(payment.id, payment.refundedCents);
      await record({ kind: 'refunded', key, at: new Date(), amountCents: payment.refundedCents });
      const hadCredits = !payment.isUnearned;
      const refund = { ...facts, amountCents: payment.refundedCents, until: null, hadCredits };
      await requestMail(tx, { key, userId, kind: 'refunded', facts: refund });
    }
    if (payment.status === 'failed' && invoice.reason === 'renewal') {
      await record({ kind: 'failed', key: `failed:${payment.id}`, at, amountCents });
      const until = subscription.graceUntil?.toISOString() ?? null;
      const failed = { ...facts, until, provider: payment.provider, isCancelled: subscription.cancelAtPeriodEnd };
      await requestMail(tx, { key: `failed:${payment.id}`, userId, kind: 'failed', facts: failed });
    }
  }
}
