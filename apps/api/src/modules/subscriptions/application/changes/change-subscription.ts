import { planOfId, type CallAnswer, type PaidPlanId, type subscriptionCalls } from '@app/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import { CreditLedger } from '../../../quota/index.js';
import { changeKind, isSameChoice, type PlanChoice } from '../../domain/plan-change.js';
import { billingNow } from '../../persistence/billing-time.js';
import { findBegunPayment } from '../../persistence/begun-payments.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import { findOpenSubscription } from '../../persistence/subscription-reads.js';
import { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import type { ReturnAddresses } from '../../providers/payment-provider.port.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { PaymentOutcomes } from '../checkout/payment-outcomes.js';
import { isChangeable } from './preview-change.js';
import { SyncSubscription } from '../sync/sync-subscription.js';

export type ChangeResult = CallAnswer<typeof subscriptionCalls.change>;

/** How long a shown preview is valid. */
const PREVIEW_SECONDS = 3600;
/** A request has ended by then; of a younger one, the price differs by less than a cent. */
const RUNNING_MS = 60_000;

/** Another date would be charged less than the rest of the period costs. */
const isRecent = (prorationDate: number, now: number): boolean =>
  prorationDate > now - PREVIEW_SECONDS && prorationDate <= now + 60;

interface UpgradePrice {
  amountCents: number;
  prorationDate: number | undefined;
}

/** Begun for another price than the one that is shown, or for a period that is over. */
const isOutdated = (
  { createdAt, prorationDate }: PaymentEntity,
  { periodStart }: SubscriptionEntity,
  shown: UpgradePrice,
): boolean => {
  if (createdAt.getTime() > Date.now() - RUNNING_MS) return false;
  const isOther = shown.prorationDate !== undefined && shown.prorationDate !== prorationDate;
  return isOther || (prorationDate !== null && prorationDate * 1000 < periodStart.getTime());
};

export interface ChangeWish {
  plan_id: PaidPlanId;
  is_annual?: boolean | undefined;
  proration_date?: number | undefined;
}

/** More credits at the same interval at once, everything else at the end of the period. */
@Injectable()
export class ChangeSubscription {
  private readonly logger = new Logger(ChangeSubscription.name);

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
    if (kind === 'upgrade' && service.upgradesAtOnce)
      return this.upgrade(current, wanted, { prorationDate: wish.proration_date, returns });
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
    { prorationDate, returns }: { prorationDate: number | undefined; returns: ReturnAddresses },
  ): Promise<ChangeResult> {
    const { userId, provider: providerId, providerSubscriptionId } = current;
    const provider = this.providers.get(providerId);
    const preview = await provider.previewUpgrade(providerSubscriptionId, wanted);
    if (prorationDate !== undefined && !isRecent(prorationDate, preview.prorationDate))
      throw new AppError('VALIDATION_FAILED');
    const payment = await this.beginPayment(current, wanted, { amountCents: preview.amountCents, prorationDate });
    const terms = { key: `upgrade:${payment.id}`, prorationDate: payment.prorationDate ?? undefined };
    try {
      await provider.upgrade(providerSubscriptionId, wanted, terms);
    } catch (error) {
      if (current.pendingPlan !== null) await this.settle(current, wanted, returns).catch(() => undefined);
      throw error;
    }
    await this.settle(current, wanted, returns);
    const after = await this.dataSource.getRepository(PaymentEntity).findOneByOrFail({ id: payment.id });
    return {
      kind: 'upgrade',
      effective_at: (await billingNow(this.dataSource)).toISOString(),
      payment: await this.outcomes.of(after),
      approval_url: null,
      subscription: await this.shown(userId),
    };
  }

  /** A provider that is asked for an upgrade drops the planned change, also when the upgrade is not paid. */
  private async settle(current: SubscriptionEntity, wanted: PlanChoice, returns: ReturnAddresses): Promise<void> {
    const { id, provider, providerSubscriptionId, pendingPlan, pendingIsAnnual } = current;
    await this.sync.run(provider, providerSubscriptionId);
    if (pendingPlan === null || pendingIsAnnual === null) return;
    const now = await this.dataSource.getRepository(SubscriptionEntity).findOneByOrFail({ id });
    if (isSameChoice(now, wanted) || now.pendingPlan !== null || !isChangeable(now)) return;
    const planned = { plan: pendingPlan, isAnnual: pendingIsAnnual };
    try {
      await this.providers.get(provider).scheduleChange(providerSubscriptionId, planned, returns);
      await this.sync.run(provider, providerSubscriptionId);
    } catch (error) {
      this.logger.error(`The planned change of the subscription ${providerSubscriptionId} is lost: ${String(error)}`);
    }
  }

  /** A repeated request continues the payment that the first one began, and so charges once. */
  private async beginPayment(
    current: SubscriptionEntity,
    choice: PlanChoice,
    terms: UpgradePrice,
  ): Promise<PaymentEntity> {
    const begun = await this.findOrBegin(current, choice, terms);
    if (!isOutdated(begun, current, terms)) return begun;
    // Whether it was charged, only the provider knows.
    await this.sync.run(current.provider, current.providerSubscriptionId);
    await this.endUncharged(begun);
    const after = await this.dataSource.getRepository(PaymentEntity).findOneByOrFail({ id: begun.id });
    return after.status === 'cancelled' ? this.findOrBegin(current, choice, terms) : after;
  }

  private findOrBegin(
    { id: subscriptionId, userId, provider }: SubscriptionEntity,
    choice: PlanChoice,
    { amountCents, prorationDate }: UpgradePrice,
  ): Promise<PaymentEntity> {
    const wanted = { userId, subscriptionId, provider, kind: 'upgrade', ...choice } as const;
    return inTransaction(this.dataSource, async (tx) => {
      await this.ledger.lock(tx, userId);
      const begun = await findBegunPayment(tx, wanted);
      const fresh = { ...wanted, amountCents: Math.max(amountCents, 1), prorationDate: prorationDate ?? null };
      return begun ?? tx.save(PaymentEntity, Object.assign(new PaymentEntity(), fresh));
    });
  }

  private endUncharged({ id, userId }: PaymentEntity): Promise<void> {
    return inTransaction(this.dataSource, async (tx) => {
      await this.ledger.lock(tx, userId);
      await tx.update(PaymentEntity, { id, status: 'redirecting', invoiceId: IsNull() }, { status: 'cancelled' });
    });
  }

  private async shown(userId: string): Promise<ChangeResult['subscription']> {
    const subscription = await this.outcomes.subscriptions.my(userId);
    if (!subscription) throw new AppError('NOT_SUBSCRIBED');
    return subscription;
  }
}
