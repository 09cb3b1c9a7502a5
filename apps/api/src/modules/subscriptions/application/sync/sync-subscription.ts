import type { PaymentProviderId } from '@app/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { USER_EVENTS, type UserEvents } from '../../../../platform/events/user-events.js';
import { alerts } from '../../../../platform/observability/metrics.js';
import { billingNow, nextReadNumber } from '../../persistence/billing-time.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import type { PaymentProvider } from '../../providers/payment-provider.port.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { RefundDelayed } from '../../providers/refund-delayed.js';
import { ApplySnapshot, type Applied } from './apply-snapshot.js';
import { BillingMails } from './billing-mails.js';
import { tellRefusal } from './unearned-payments.js';

/** More overlapping reads mean a fault; the reconciler continues. */
const MAX_READS = 5;

export type SyncOutcome = 'applied' | 'ignored' | 'quarantined';

/** The only path by which money has an effect; idempotent, in any order. */
@Injectable()
export class SyncSubscription {
  private readonly logger = new Logger(SyncSubscription.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly apply: ApplySnapshot,
    private readonly mails: BillingMails,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {}

  /** `paymentId`: the provider's payment to read, however old it is. */
  async run(provider: PaymentProviderId, subscriptionId: string, paymentId?: string): Promise<SyncOutcome> {
    let isUndone = false;
    for (let reads = 0; reads < MAX_READS; reads += 1) {
      const readNumber = await nextReadNumber(this.dataSource);
      const now = await billingNow(this.dataSource);
      const snapshot = await this.providers.get(provider).readSubscription(subscriptionId, now, paymentId);
      if (!snapshot) return 'ignored';
      const applied = await this.apply.run(provider, snapshot, readNumber);
      if (applied.outcome === 'stale') continue;
      if (applied.outcome === 'quarantined') return this.quarantine(provider, subscriptionId);
      for (const payment of applied.failedRefunds) this.reportFailedRefund(payment);
      this.events.publish(applied.subscription.userId, { name: 'quota', data: {} });
      await this.mails.sendPending(applied.subscription.userId);
      const { isUnwanted, unearned } = applied;
      // The provider may tell of a refund only later: the reconciler looks again.
      const isLeft = isUndone && (!isUnwanted || snapshot.toDo === 'nothing' || snapshot.endedAt !== null);
      if (isLeft || (!isUnwanted && unearned.length === 0)) return 'applied';
      await this.undo(applied);
      isUndone = true;
    }
    throw new Error(`The subscription ${subscriptionId} changes faster than it can be read`);
  }

  private quarantine(provider: PaymentProviderId, subscriptionId: string): SyncOutcome {
    alerts.inc({ kind: 'payment_quarantined' });
    this.logger.error(`The subscription ${subscriptionId} of ${provider} belongs to nobody here`);
    return 'quarantined';
  }

  /** After the commit. */
  private reportFailedRefund(payment: PaymentEntity): void {
    const { id, provider, providerPaymentId, refundRequestedAt, isUnearned } = payment;
    alerts.inc({ kind: 'refund_failed' });
    const wish = refundRequestedAt ? ', which the person has asked for,' : '';
    const lack = isUnearned ? ', for which nothing was given,' : '';
    this.logger.warn(`A refund of the payment ${id} (${providerPaymentId} of ${provider})${wish || lack} has failed`);
  }

  private async giveUpRefund(payment: PaymentEntity): Promise<void> {
    this.reportFailedRefund(payment);
    await inTransaction(this.dataSource, (tx) => tellRefusal(tx, payment));
  }

  /** Refunds first: later reads come here until it has ended. */
  private async undo({ subscription, isUnwanted, unearned }: Extract<Applied, { outcome: 'applied' }>): Promise<void> {
    const service = this.providers.get(subscription.provider);
    for (const payment of unearned) await this.payBack(service, payment);
    if (isUnwanted) await service.cancelNow(subscription.providerSubscriptionId);
  }

  private async payBack(service: PaymentProvider, payment: PaymentEntity): Promise<void> {
    const { id, providerPaymentId } = payment;
    if (providerPaymentId === null) return;
    try {
      if (!(await service.refund(providerPaymentId, `refund:${id}`))) await this.giveUpRefund(payment);
    } catch (error) {
      if (!(error instanceof RefundDelayed)) throw error;
      // By this mark the reconciler finds it, also where credits were given to an account that was removed.
      await this.dataSource.getRepository(PaymentEntity).update({ id }, { isUnearned: true });
    }
  }
}
