import type { PaymentProviderId } from '@app/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { USER_EVENTS, type UserEvents } from '../../../../platform/events/user-events.js';
import { alerts } from '../../../../platform/observability/metrics.js';
import { needsUndo } from '../../domain/subscription-end.js';
import { billingNow, nextReadNumber } from '../../persistence/billing-time.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import type { PaymentProvider } from '../../providers/payment-provider.port.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { RefundDelayed } from '../../providers/refund-delayed.js';
import { ApplySnapshot, type Applied } from './apply-snapshot.js';
import { BillingMails } from './billing-mails.js';
import { requestRefusalMail } from './unearned-payments.js';

/** More overlapping reads mean a fault; the reconciler continues. */
const MAX_READS = 5;
/** What still goes on after as many tries is left to the reconciler. */
const MAX_UNDOS = 5;

type AppliedRead = Extract<Applied, { outcome: 'applied' }>;

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
    for (let undos = 0; undos < MAX_UNDOS; undos += 1) {
      const applied = await this.read(provider, subscriptionId, paymentId);
      if (!applied) return 'ignored';
      if (applied.outcome === 'quarantined') return this.quarantine(provider, subscriptionId);
      await this.announce(applied);
      const hasUnearned = applied.unearned.length > 0;
      if (!needsUndo(applied.end, { hasUnearned, isUndone: undos > 0 })) return 'applied';
      await this.undo(applied);
    }
    throw new Error(`The subscription ${subscriptionId} goes on at ${provider}, though it was ended`);
  }

  /** Null: its provider does not know it. A read that began before one that is applied already is repeated. */
  private async read(
    provider: PaymentProviderId,
    subscriptionId: string,
    paymentId: string | undefined,
  ): Promise<Exclude<Applied, { outcome: 'stale' }> | null> {
    for (let reads = 0; reads < MAX_READS; reads += 1) {
      const readNumber = await nextReadNumber(this.dataSource);
      const now = await billingNow(this.dataSource);
      const snapshot = await this.providers.get(provider).readSubscription(subscriptionId, now, paymentId);
      if (!snapshot) return null;
      const applied = await this.apply.run(provider, snapshot, readNumber);
      if (applied.outcome !== 'stale') return applied;
    }
    throw new Error(`The subscription ${subscriptionId} changes faster than it can be read`);
  }

  /** After the commit. */
  private async announce({ subscription: { userId }, failedRefunds }: AppliedRead): Promise<void> {
    for (const payment of failedRefunds) this.reportFailedRefund(payment);
    this.events.publish(userId, { name: 'quota', data: {} });
    await this.mails.sendPending(userId);
  }

  private quarantine(provider: PaymentProviderId, subscriptionId: string): SyncOutcome {
    alerts.inc({ kind: 'payment_quarantined' });
    this.logger.error(`The subscription ${subscriptionId} of ${provider} belongs to nobody here`);
    return 'quarantined';
  }

  private reportFailedRefund(payment: PaymentEntity): void {
    const { id, provider, providerPaymentId, refundRequestedAt, isUnearned } = payment;
    alerts.inc({ kind: 'refund_failed' });
    const wish = refundRequestedAt ? ', which the person has asked for,' : '';
    const lack = isUnearned ? ', for which nothing was given,' : '';
    this.logger.warn(`A refund of the payment ${id} (${providerPaymentId} of ${provider})${wish || lack} has failed`);
  }

  private async giveUpRefund(payment: PaymentEntity): Promise<void> {
    this.reportFailedRefund(payment);
    await inTransaction(this.dataSource, (tx) => requestRefusalMail(tx, payment));
  }

  /** Refunds first: later reads come here until it has ended. What cannot be refunded now is ended all the same. */
  private async undo({ subscription, end, unearned }: AppliedRead): Promise<void> {
    const service = this.providers.get(subscription.provider);
    const faults: unknown[] = [];
    for (const payment of unearned) await this.payBack(service, payment).catch((fault: unknown) => faults.push(fault));
    if (end.stopsAtProvider) await service.cancelNow(subscription.providerSubscriptionId);
    if (faults.length > 0) throw faults[0];
  }

  private async payBack(service: PaymentProvider, payment: PaymentEntity): Promise<void> {
    const { id, providerPaymentId } = payment;
    if (providerPaymentId === null) return;
    try {
      if (!(await service.refund(providerPaymentId, `refund:${id}`))) await this.giveUpRefund(payment);
    } catch (error) {
      // By this mark the reconciler finds it, also where credits were given to an account that was removed.
      await this.dataSource.getRepository(PaymentEntity).update({ id }, { isUnearned: true });
      if (!(error instanceof RefundDelayed)) throw error;
    }
  }
}
