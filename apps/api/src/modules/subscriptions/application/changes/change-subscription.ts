import { planOfId, type CallAnswer, type PaidPlanId, type subscriptionCalls } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import { CreditLedger } from '../../../quota/index.js';
import { changeKind, type PlanChoice } from '../../domain/plan-change.js';
import { billingNow } from '../../persistence/billing-time.js';
import { findBegunPayment } from '../../persistence/begun-payments.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import { findOpenSubscription } from '../../persistence/subscription-reads.js';
import type { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import type { ReturnAddresses } from '../../providers/payment-provider.port.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { PaymentOutcomes } from '../checkout/payment-outcomes.js';
import { isChangeable } from './preview-change.js';
import { SyncSubscription } from '../sync/sync-subscription.js';

export type ChangeResult = CallAnswer<typeof subscriptionCalls.change>;

/** How long a shown preview is valid. */
const PREVIEW_SECONDS = 3600;

/** Another date would be charged less than the rest of the period costs. */
const isRecent = (prorationDate: number, now: number): boolean =>
  prorationDate > now - PREVIEW_SECONDS && prorationDate <= now + 60;

export interface ChangeWish {
  plan_id: PaidPlanId;
  is_annual?: boolean | undefined;
  proration_date?: number | undefined;
}

/** More credits at the same interval at once, everything else at the end of the period. */
@Injectable()
export class ChangeSubscription {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly providers: PaymentProviders,
    private readonly sync: SyncSubscription,
    private readonly outcomes: PaymentOutcomes,
  ) {}

  async run(userId: string, wish: ChangeWish, returns: ReturnAddresses): Promise<ChangeResult> {
    const current = await findOpenSubscription(this.dataSource, userId);
    if (!current) throw new AppError('NOT_SUBSCRIBED');
    const wanted = { plan: planOfId(wish.plan_id), isAnnual: wish.is_annual ?? current.isAnnual };
    const kind = changeKind(current, wanted);
    // Wishing for the current plan takes a pending change back.
    if (kind === null && current.pendingPlan === null) throw new AppError('ALREADY_ON_PLAN');
    if (!isChangeable(current)) throw new AppError('SUBSCRIPTION_NOT_CHANGEABLE');
    const { provider, providerSubscriptionId, periodEnd } = current;
    const service = this.providers.get(provider);
    if (kind === 'upgrade' && service.upgradesAtOnce) return this.upgrade(current, wanted, wish.proration_date);
    const approvalUrl = await service.scheduleChange(providerSubscriptionId, wanted, returns);
    await this.sync.run(provider, providerSubscriptionId);
    return {
      kind: kind ?? 'downgrade',
      effective_at: periodEnd.toISOString(),
      payment: null,
      approval_url: approvalUrl,
      subscription: await this.shown(userId),
    };
  }

  private async upgrade(
    current: SubscriptionEntity,
    wanted: PlanChoice,
    prorationDate: number | undefined,
  ): Promise<ChangeResult> {
    const { userId, provider: providerId, providerSubscriptionId } = current;
    const provider = this.providers.get(providerId);
    const preview = await provider.previewUpgrade(providerSubscriptionId, wanted);
    if (prorationDate !== undefined && !isRecent(prorationDate, preview.prorationDate))
      throw new AppError('VALIDATION_FAILED');
    const payment = await this.beginPayment(current, wanted, { amountCents: preview.amountCents, prorationDate });
    await provider.upgrade(providerSubscriptionId, wanted, {
      key: `upgrade:${payment.id}`,
      prorationDate: payment.prorationDate ?? undefined,
    });
    await this.sync.run(providerId, providerSubscriptionId);
    const after = await this.dataSource.getRepository(PaymentEntity).findOneByOrFail({ id: payment.id });
    return {
      kind: 'upgrade',
      effective_at: (await billingNow(this.dataSource)).toISOString(),
      payment: await this.outcomes.of(after),
      approval_url: null,
      subscription: await this.shown(userId),
    };
  }

  /** A repeated request continues the payment that the first one began, and so charges once. */
  private beginPayment(
    { id: subscriptionId, userId, provider }: SubscriptionEntity,
    choice: PlanChoice,
    { amountCents, prorationDate = null }: { amountCents: number; prorationDate: number | null | undefined },
  ): Promise<PaymentEntity> {
    const wanted = { userId, subscriptionId, provider, kind: 'upgrade', ...choice } as const;
    return inTransaction(this.dataSource, async (tx) => {
      await this.ledger.lock(tx, userId);
      const begun = await findBegunPayment(tx, wanted);
      const fresh = { ...wanted, amountCents: Math.max(amountCents, 1), prorationDate };
      return begun ?? tx.save(PaymentEntity, Object.assign(new PaymentEntity(), fresh));
    });
  }

  private async shown(userId: string): Promise<ChangeResult['subscription']> {
    const subscription = await this.outcomes.subscriptions.my(userId);
    if (!subscription) throw new AppError('NOT_SUBSCRIBED');
    return subscription;
  }
}
