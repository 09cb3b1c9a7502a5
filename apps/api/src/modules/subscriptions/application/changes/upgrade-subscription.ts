import type { CallAnswer, subscriptionCalls } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError, isAppError } from '../../../../platform/errors/app-error.js';
import type { PlanChoice } from '../../domain/plan-change.js';
import { billingNow } from '../../persistence/billing-time.js';
import { keepPlannedChange } from '../../persistence/keep-planned-change.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import type { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import { ChangeRefused } from '../../providers/change-refused.js';
import type { UpgradePreview } from '../../providers/payment-provider.port.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { PaymentOutcomes } from '../checkout/payment-outcomes.js';
import { PlannedChanges } from './planned-changes.js';
import { UpgradePayments } from './upgrade-payments.js';

/** How long a shown preview is valid. */
const PREVIEW_SECONDS = 3600;

/** Another date would be charged less than the rest of the period costs. */
function checkDate(date: number, { prorationDate: now, periodStart }: UpgradePreview): void {
  if (date > now + 60) throw new AppError('VALIDATION_FAILED');
  if (date <= now - PREVIEW_SECONDS || date < periodStart) throw new AppError('PREVIEW_OUTDATED');
}

/** At once, for the price of the rest of the period. */
@Injectable()
export class UpgradeSubscription {
  constructor(
    private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly payments: UpgradePayments,
    private readonly plannedChanges: PlannedChanges,
    private readonly outcomes: PaymentOutcomes,
  ) {}

  async run(
    current: SubscriptionEntity,
    wanted: PlanChoice,
    prorationDate: number | undefined,
  ): Promise<Omit<CallAnswer<typeof subscriptionCalls.change>, 'subscription'>> {
    const { provider: providerId, providerSubscriptionId } = current;
    const provider = this.providers.get(providerId);
    const preview = await provider.previewUpgrade(providerSubscriptionId, wanted);
    if (prorationDate !== undefined) checkDate(prorationDate, preview);
    const payment = await this.payments.begin(current, wanted, { ...preview, prorationDate });
    const terms = { key: `upgrade:${payment.id}`, prorationDate: payment.prorationDate ?? undefined };
    const kept = await keepPlannedChange(this.dataSource, current.id);
    try {
      await provider.upgrade(providerSubscriptionId, wanted, terms);
    } catch (error) {
      // Without an answer it may still reach the provider: a later pass sees what came of it.
      if (isAppError(error, 'PAYMENT_METHOD_REFUSED') || error instanceof ChangeRefused) {
        await this.plannedChanges.readAndRestore(kept).catch(() => undefined);
        // Under the same key it would be refused again, whatever card there is by then.
        await this.payments.endUncharged(payment);
      }
      throw error;
    }
    await this.plannedChanges.readAndRestore(kept);
    const after = await this.dataSource.getRepository(PaymentEntity).findOneByOrFail({ id: payment.id });
    return {
      kind: 'upgrade',
      effective_at: (await billingNow(this.dataSource)).toISOString(),
      payment: await this.outcomes.of(after),
      approval_url: null,
    };
  }
}
