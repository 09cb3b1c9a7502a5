import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type Repository } from 'typeorm';
import type { PlanChoice } from '../../domain/plan-change.js';
import { isOpen } from '../../domain/subscription-access.js';
import { InterruptedChangeEntity } from '../../persistence/interrupted-change.entity.js';
import { hasOpenUpgrade, isStillFor } from '../../persistence/planned-change-reads.js';
import { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import type { ReturnAddresses } from '../../providers/payment-provider.port.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { SyncSubscription } from '../sync/sync-subscription.js';
import { ChangeReturns } from './change-returns.js';
import { isChangeable } from './preview-change.js';

/**
 * Changes at the end of the period. A provider that is asked for an upgrade drops the planned one, also when the upgrade is not
 * paid: it is kept here until it is planned again.
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
    const kept = await this.kept.findOneBy({ subscriptionId: id });
    // Before the provider is asked, or the one that was kept could be planned over this one.
    await this.kept.delete({ subscriptionId: id });
    const asked = this.providers.get(provider).scheduleChange(providerSubscriptionId, wanted, returns);
    const page = await asked.catch(async (error: unknown) => {
      if (kept) await this.kept.save(kept);
      throw error;
    });
    await this.sync.run(provider, providerSubscriptionId);
    return page;
  }

  /** Before the provider is asked for the upgrade, so that no crash loses it. */
  async keep({ id, plan: fromPlan, isAnnual: fromIsAnnual, ...planned }: SubscriptionEntity): Promise<void> {
    const { pendingPlan: plan, pendingIsAnnual: isAnnual } = planned;
    if (plan === null || isAnnual === null) return;
    await this.kept.save({ subscriptionId: id, plan, isAnnual, fromPlan, fromIsAnnual, createdAt: new Date() });
  }

  /** After an upgrade was asked for: plans again what was kept, unless something newer was decided. */
  async readAndRestore({ id, provider, providerSubscriptionId }: SubscriptionEntity): Promise<void> {
    await this.sync.run(provider, providerSubscriptionId);
    const kept = await this.kept.findOneBy({ subscriptionId: id });
    if (!kept) return;
    const now = await this.dataSource.getRepository(SubscriptionEntity).findOneByOrFail({ id });
    try {
      if (await this.isSettled(kept, now)) await this.kept.delete({ subscriptionId: id, createdAt: kept.createdAt });
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
        await this.schedule(now, now);
      return true;
    }
    if (!isPlanned && !isChangeable(now)) return false;
    if (!isPlanned) await this.schedule(now, kept);
    return !(await hasOpenUpgrade(this.dataSource, now));
  }

  private async schedule({ provider, providerSubscriptionId }: SubscriptionEntity, wanted: PlanChoice): Promise<void> {
    // Only providers that ask for consent lead a person back, and those upgrade at the end of the period.
    await this.providers.get(provider).scheduleChange(providerSubscriptionId, wanted, this.returns.of({}, 'en'));
    await this.sync.run(provider, providerSubscriptionId);
  }
}
