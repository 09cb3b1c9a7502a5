import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type Repository } from 'typeorm';
import type { PlanChoice } from '../../domain/plan-change.js';
import { isOpen } from '../../domain/subscription-access.js';
import { InterruptedChangeEntity } from '../../persistence/interrupted-change.entity.js';
import { keepPlannedChange, type KeptChange } from '../../persistence/keep-planned-change.js';
import { hasOpenUpgrade, isStillFor } from '../../persistence/planned-change-reads.js';
import { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import type { ReturnAddresses } from '../../providers/payment-provider.port.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { SyncSubscription } from '../sync/sync-subscription.js';
import { ChangeReturns } from './change-returns.js';
import { isChangeable } from './preview-change.js';

/**
 * Changes at the end of the period. A provider that is asked for another change, an upgrade or a cancellation drops the planned
 * one first, also when nothing comes of it: it is kept here until it is planned again.
 */
@Injectable()
export class PlannedChanges {
  private readonly logger = new Logger(PlannedChanges.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly sync: SyncSubscription,
    private readonly returns: ChangeReturns,
  ) {}

  private get kept(): Repository<InterruptedChangeEntity> {
    return this.dataSource.getRepository(InterruptedChangeEntity);
  }

  /** In place of one that was planned; the current plan takes it back. Answers a page for consent, if any. */
  async plan(subscription: SubscriptionEntity, wanted: PlanChoice, returns: ReturnAddresses): Promise<string | null> {
    const { id, provider, providerSubscriptionId } = subscription;
    const kept = await keepPlannedChange(this.dataSource, id);
    const page = await this.providers.get(provider).scheduleChange(providerSubscriptionId, wanted, returns);
    await this.kept.delete(kept);
    await this.sync.run(provider, providerSubscriptionId);
    return page;
  }

  /** Plans again what was kept, unless something newer was decided or a later request has kept it. */
  async readAndRestore({ subscriptionId, createdAt }: KeptChange): Promise<void> {
    const subscriptions = this.dataSource.getRepository(SubscriptionEntity);
    const { provider, providerSubscriptionId } = await subscriptions.findOneByOrFail({ id: subscriptionId });
    await this.sync.run(provider, providerSubscriptionId);
    const kept = await this.kept.findOneBy({ subscriptionId, createdAt });
    if (!kept) return;
    const now = await subscriptions.findOneByOrFail({ id: subscriptionId });
    try {
      if (await this.isSettled(kept, now)) await this.kept.delete({ subscriptionId, createdAt });
    } catch (error) {
      this.logger.warn(`The planned change of ${providerSubscriptionId} is left for a later pass: ${String(error)}`);
    }
  }

  private async isSettled(kept: InterruptedChangeEntity, now: SubscriptionEntity): Promise<boolean> {
    const isPlanned = now.pendingPlan !== null;
    if (!isOpen(now.status) || now.cancelAtPeriodEnd) return true;
    if (!isStillFor(kept, now)) {
      // It was planned again before the upgrade was paid.
      if (isPlanned && now.pendingPlan === kept.plan && now.pendingIsAnnual === kept.isAnnual)
        await this.schedule(kept, now, now);
      return true;
    }
    if (!isPlanned && !isChangeable(now)) return false;
    if (!isPlanned) await this.schedule(kept, now, kept);
    return !(await hasOpenUpgrade(this.dataSource, now));
  }

  private async schedule(
    { subscriptionId, createdAt }: KeptChange,
    { provider, providerSubscriptionId }: SubscriptionEntity,
    wanted: PlanChoice,
  ): Promise<void> {
    // Left to a request that came meanwhile.
    if (!(await this.kept.existsBy({ subscriptionId, createdAt }))) return;
    // Only providers that ask for consent lead a person back, and those upgrade at the end of the period.
    await this.providers.get(provider).scheduleChange(providerSubscriptionId, wanted, this.returns.of({}, 'en'));
    await this.sync.run(provider, providerSubscriptionId);
  }
}
