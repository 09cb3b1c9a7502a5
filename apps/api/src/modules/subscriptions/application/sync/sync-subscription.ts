import type { PaymentProviderId } from '@app/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { USER_EVENTS, type UserEvents } from '../../../../platform/events/user-events.js';
import { alerts } from '../../../../platform/observability/metrics.js';
import { billingNow, nextReadNumber } from '../../persistence/billing-time.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import type { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { ApplySnapshot } from './apply-snapshot.js';
import { BillingMails } from './billing-mails.js';

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
      if (!applied.isUnwanted || (isUndone && snapshot.toDo === 'nothing')) return 'applied';
      await this.undo(applied.subscription);
      isUndone = true;
    }
    throw new Error(`The subscription ${subscriptionId} changes faster than it can be read`);
  }

  private quarantine(provider: PaymentProviderId, subscriptionId: string): SyncOutcome {
    alerts.inc({ kind: 'payment_quarantined' });
    this.logger.error(`The subscription ${subscriptionId} of ${provider} belongs to nobody here`);
    return 'quarantined';
  }

  /** Once, after the commit: the next read finds nothing that has changed. */
  private reportFailedRefund({ id, provider, providerPaymentId, refundRequestedAt }: PaymentEntity): void {
    alerts.inc({ kind: 'refund_failed' });
    const wish = refundRequestedAt ? ', which the person has asked for' : '';
    this.logger.warn(`A refund of the payment ${id} (${providerPaymentId} of ${provider})${wish} has failed`);
  }

  /** A second, refused or removed user's one. Refunds first: later reads come here until it has ended. */
  private async undo({ id, provider, providerSubscriptionId, isDuplicate }: SubscriptionEntity): Promise<void> {
    const service = this.providers.get(provider);
    const paid = await this.dataSource
      .createQueryBuilder(PaymentEntity, 'p')
      .where({ subscriptionId: id, status: 'success' })
      // A page that could not be closed was paid after the account was removed.
      .andWhere('(:isDuplicate or p.paidAt > (select deleted_at from users u where u.id = p.userId))', { isDuplicate })
      .getMany();
    for (const payment of paid)
      if (payment.providerPaymentId) await service.refund(payment.providerPaymentId, `refund:${payment.id}`);
    await service.cancelNow(providerSubscriptionId);
  }
}
