import type { Payment } from '@app/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../../platform/errors/app-error.js';
import { CreditLedger } from '../../../quota/index.js';
import { keysOf } from '../../domain/grant-keys.js';
import { refundRefusal } from '../../domain/refund-rule.js';
import { BillingInvoiceEntity } from '../../persistence/billing-invoice.entity.js';
import { hasRefundFailed } from '../../persistence/billing-records.js';
import { billingNow } from '../../persistence/billing-time.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { ShowPayments } from '../reads/show-payments.js';
import { SyncSubscription } from '../sync/sync-subscription.js';

/** The whole latest payment; the plan ends with it. */
@Injectable()
export class RefundPayment {
  private readonly logger = new Logger(RefundPayment.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly providers: PaymentProviders,
    private readonly sync: SyncSubscription,
    private readonly payments: ShowPayments,
  ) {}

  async run(userId: string, paymentId: string): Promise<Payment> {
    const payment = await inTransaction(this.dataSource, (tx) => this.claim(tx, userId, paymentId));
    await this.finish(payment);
    return this.payments.one(userId, paymentId);
  }

  /** Idempotent, so that it can be repeated after a crash. */
  async finish(payment: PaymentEntity): Promise<void> {
    const { id, provider: providerId, providerPaymentId, subscriptionId } = payment;
    if (providerPaymentId === null || subscriptionId === null) throw new Error(`The payment ${id} has no subscription`);
    const provider = this.providers.get(providerId);
    const { providerSubscriptionId } = await this.dataSource
      .getRepository(SubscriptionEntity)
      .findOneByOrFail({ id: subscriptionId });
    if (await provider.refund(providerPaymentId, `refund:${id}`)) await provider.cancelNow(providerSubscriptionId);
    else await this.withdraw(payment);
    await this.sync.run(providerId, providerSubscriptionId);
  }

  /** Credits go first, so that none is spent while the money is on its way. */
  private async claim(tx: EntityManager, userId: string, paymentId: string): Promise<PaymentEntity> {
    const known = await tx.findOneBy(PaymentEntity, { id: paymentId, userId });
    if (!known) throw notFound();
    await this.ledger.lock(tx, userId);
    const payment = await tx.findOneByOrFail(PaymentEntity, { id: paymentId });
    const hasFailed = await hasRefundFailed(tx, payment);
    // A repeated request continues what the first one began.
    if (payment.status === 'success' && payment.refundRequestedAt !== null && !hasFailed) return payment;
    const keys = await this.keysOf(tx, payment);
    const refusal = refundRefusal(
      {
        isLatest: await this.isLatest(tx, payment),
        isPaid: payment.status === 'success',
        paidAt: payment.paidAt,
        refundedCents: payment.refundedCents,
        hasRefundFailed: hasFailed,
        ...(await this.ledger.usage(tx, userId, keys)),
      },
      await billingNow(tx),
    );
    if (refusal) throw new AppError(refusal);
    for (const key of keys) await this.ledger.forgive(tx, userId, key);
    return tx.save(PaymentEntity, Object.assign(payment, { refundRequestedAt: new Date() }));
  }

  private async isLatest(tx: EntityManager, { id, userId }: PaymentEntity): Promise<boolean> {
    const latest = await tx.findOne(PaymentEntity, {
      where: [
        { userId, status: 'success' },
        { userId, status: 'refunded' },
        { userId, status: 'disputed' },
      ],
      order: { paidAt: 'DESC', createdAt: 'DESC' },
    });
    return latest?.id === id;
  }

  private async keysOf(tx: EntityManager, { invoiceId }: PaymentEntity): Promise<string[]> {
    const invoice = invoiceId === null ? null : await tx.findOneBy(BillingInvoiceEntity, { id: invoiceId });
    return invoice ? keysOf(invoice) : [];
  }

  /** The provider refused, e.g. because of a dispute: credits are given back. */
  private async withdraw(payment: PaymentEntity): Promise<void> {
    this.logger.warn(`The payment ${payment.id} cannot be refunded at its provider`);
    await inTransaction(this.dataSource, async (tx) => {
      await this.ledger.lock(tx, payment.userId);
      for (const key of await this.keysOf(tx, payment)) await this.ledger.restore(tx, payment.userId, key);
      await tx.update(
        PaymentEntity,
        { id: payment.id, refundRequestedAt: payment.refundRequestedAt ?? IsNull() },
        { refundRequestedAt: null },
      );
    });
  }
}
