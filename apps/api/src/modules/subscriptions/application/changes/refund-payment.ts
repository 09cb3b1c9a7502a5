import type { Payment } from '@app/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../../platform/errors/app-error.js';
import { CreditLedger } from '../../../quota/index.js';
import { hasRefundFailed, refusedRequestKey, requestFailedRefundMail } from '../../persistence/billing-records.js';
import { findGrantKeysOf } from '../../persistence/invoice-reads.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import { findLatestPayments } from '../../persistence/refundable-payments.js';
import { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { RefundDelayed } from '../../providers/refund-delayed.js';
import { ShowPayments } from '../reads/show-payments.js';
import { SyncSubscription } from '../sync/sync-subscription.js';
import { findRefundRefusal } from './find-refund-refusal.js';

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

  /** `isAwaited`: whether the person still learns what this answers. */
  async run(userId: string, paymentId: string, isAwaited = () => true): Promise<Payment> {
    const payment = await inTransaction(this.dataSource, (tx) => this.claim(tx, userId, paymentId));
    if (!(await this.finish(payment, isAwaited))) throw new AppError('REFUND_NOT_POSSIBLE');
    return this.payments.one(userId, paymentId);
  }

  /**
   * Idempotent, so that it can be repeated after a crash. False: the provider refused, which a mail tells where nobody awaits
   * the answer. A delayed refund is withdrawn, too, and may be asked for again.
   */
  async finish(payment: PaymentEntity, isAwaited = () => false): Promise<boolean> {
    const { id, kind, isAnnual, provider: providerId, providerPaymentId, subscriptionId } = payment;
    if (providerPaymentId === null || subscriptionId === null) throw new Error(`The payment ${id} has no subscription`);
    const provider = this.providers.get(providerId);
    const { providerSubscriptionId } = await this.dataSource
      .getRepository(SubscriptionEntity)
      .findOneByOrFail({ id: subscriptionId });
    const answer = await provider.refund(providerPaymentId, `refund:${id}`).catch(delayOf);
    const isRefunded = answer === true;
    // The running month of a year may have no credits but the upgrade's: those of the year come before it ends.
    if (isRefunded && kind === 'upgrade' && isAnnual) await this.sync.run(providerId, providerSubscriptionId);
    if (isRefunded) await provider.cancelNow(providerSubscriptionId);
    await this.sync.run(providerId, providerSubscriptionId);
    if (isRefunded || (await this.withdraw(payment, isAwaited))) return true;
    if (answer instanceof RefundDelayed) throw answer;
    return false;
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
    const [latest] = await findLatestPayments(tx, userId);
    const refusal = await findRefundRefusal(tx, this.ledger, payment, latest?.id === paymentId);
    if (refusal) throw new AppError(refusal);
    // Before anything is taken: without its provider nothing can be refunded.
    this.providers.get(payment.provider);
    for (const key of await findGrantKeysOf(tx, payment)) await this.ledger.revokeWithoutDebt(tx, userId, key);
    return tx.save(PaymentEntity, Object.assign(payment, { refundRequestedAt: new Date() }));
  }

  /**
   * Gives the credits back, unless the payment was refunded all the same, or is being refunded for a later request. True: it
   * was refunded.
   */
  private async withdraw(claimed: PaymentEntity, isAwaited: () => boolean): Promise<boolean> {
    const { id, userId, refundRequestedAt } = claimed;
    this.logger.warn(`The payment ${id} cannot be refunded at its provider`);
    return inTransaction(this.dataSource, async (tx) => {
      await this.ledger.lock(tx, userId);
      const payment = await tx.findOneByOrFail(PaymentEntity, { id });
      if (payment.status === 'refunded') return true;
      if (payment.refundRequestedAt?.getTime() !== refundRequestedAt?.getTime()) return false;
      const isDisputed = payment.status === 'disputed';
      for (const key of await findGrantKeysOf(tx, payment)) {
        await this.ledger.restore(tx, userId, key);
        if (isDisputed) await this.ledger.revoke(tx, userId, key);
      }
      await tx.update(PaymentEntity, { id }, { refundRequestedAt: null });
      const facts = { isRefused: true, areCreditsBack: !isDisputed };
      if (!isAwaited()) await requestFailedRefundMail(tx, refusedRequestKey(claimed), claimed, facts);
      return false;
    });
  }
}

function delayOf(error: unknown): RefundDelayed {
  if (error instanceof RefundDelayed) return error;
  throw error;
}
