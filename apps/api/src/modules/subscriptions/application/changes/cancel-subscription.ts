import type { Subscription } from '@app/contracts';
import { cleanText } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../../platform/config/config.module.js';
import type { Config } from '../../../../platform/config/config.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import { keepPlannedChange } from '../../persistence/keep-planned-change.js';
import { findOpenSubscription } from '../../persistence/subscription-reads.js';
import { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import { ChangeRefused } from '../../providers/change-refused.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { ShowSubscription } from '../reads/show-subscription.js';
import { SyncSubscription } from '../sync/sync-subscription.js';

@Injectable()
export class CancelSubscription {
  constructor(
    private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly sync: SyncSubscription,
    private readonly shown: ShowSubscription,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Idempotent. Null when it has ended at once. */
  async cancel(userId: string, reason: string | undefined): Promise<Subscription | null> {
    const subscription = await this.find(userId);
    const { id, provider, providerSubscriptionId } = subscription;
    const isImmediate = this.config.payments.cancellationMode === 'immediate';
    if (isImmediate) await this.providers.get(provider).cancelNow(providerSubscriptionId);
    else if (!subscription.cancelAtPeriodEnd) await this.cancelAtPeriodEnd(subscription);
    if (reason !== undefined) {
      const cancelReason = cleanText(reason) || null;
      await this.dataSource.getRepository(SubscriptionEntity).update({ id }, { cancelReason });
    }
    await this.readAgain(subscription);
    return this.shown.my(userId);
  }

  async resume(userId: string): Promise<Subscription> {
    const subscription = await this.find(userId);
    const { cancelAtPeriodEnd, provider, providerSubscriptionId } = subscription;
    if (!cancelAtPeriodEnd) throw new AppError('SUBSCRIPTION_NOT_CANCELLED');
    await this.providers.get(provider).resume(providerSubscriptionId);
    await this.readAgain(subscription);
    const resumed = await this.shown.my(userId);
    if (!resumed) throw new AppError('NOT_SUBSCRIBED');
    return resumed;
  }

  /** A refusal counts only while the plan goes on: it may have ended or been cancelled elsewhere before a webhook says so. */
  private async cancelAtPeriodEnd(subscription: SubscriptionEntity): Promise<void> {
    const { id, userId, provider, providerSubscriptionId } = subscription;
    await keepPlannedChange(this.dataSource, id);
    try {
      await this.providers.get(provider).cancelAtPeriodEnd(providerSubscriptionId);
    } catch (error) {
      if (!(error instanceof ChangeRefused)) throw error;
      await this.readAgain(subscription);
      const now = await findOpenSubscription(this.dataSource, userId);
      if (now && !now.cancelAtPeriodEnd) throw error;
    }
  }

  /** What the provider does not know was not changed there. */
  private async readAgain({ provider, providerSubscriptionId }: SubscriptionEntity): Promise<void> {
    const outcome = await this.sync.run(provider, providerSubscriptionId);
    if (outcome !== 'applied') throw new AppError('SUBSCRIPTION_UNKNOWN');
  }

  private async find(userId: string): Promise<SubscriptionEntity> {
    const subscription = await findOpenSubscription(this.dataSource, userId);
    if (!subscription) throw new AppError('NOT_SUBSCRIBED');
    return subscription;
  }
}
