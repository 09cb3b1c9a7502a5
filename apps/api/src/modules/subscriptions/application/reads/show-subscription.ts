import { CURRENCY, idOfPlan, priceCents, toCredits, type Subscription } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../../platform/config/config.module.js';
import type { Config } from '../../../../platform/config/config.js';
import { CreditLedger } from '../../../quota/index.js';
import { findOpenSubscription } from '../../persistence/subscription-reads.js';
import { findPlannedChange } from '../../persistence/planned-change-reads.js';
import type { SubscriptionEntity } from '../../persistence/subscription.entity.js';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

@Injectable()
export class ShowSubscription {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async my(userId: string): Promise<Subscription | null> {
    const subscription = await findOpenSubscription(this.dataSource, userId);
    return subscription && this.show(subscription);
  }

  async show(subscription: SubscriptionEntity): Promise<Subscription> {
    const { plan, isAnnual, pendingPlan, periodEnd, cancelAtPeriodEnd } = subscription;
    const planned = await findPlannedChange(this.dataSource, subscription);
    const isRenewed = !cancelAtPeriodEnd && subscription.status !== 'past_due';
    const next = planned ?? subscription;
    const isToldByProvider = planned === null || pendingPlan !== null;
    const toldCents = isToldByProvider ? subscription.nextAmountCents : null;
    const nextCents = toldCents ?? priceCents(next.plan, next.isAnnual);
    return {
      id: subscription.id,
      status: cancelAtPeriodEnd ? 'canceled' : 'active',
      provider: subscription.provider,
      plan_id: idOfPlan(plan),
      plan_type: plan,
      is_annual: isAnnual,
      current_period_start: subscription.periodStart.toISOString(),
      current_period_end: periodEnd.toISOString(),
      canceled_at: iso(subscription.canceledAt),
      grace_until: iso(subscription.graceUntil),
      hosted_invoice_url: subscription.hostedInvoiceUrl,
      pending_plan_id: planned && idOfPlan(planned.plan),
      pending_is_annual: planned?.isAnnual ?? null,
      next_grant_at: iso(subscription.nextGrantAt ?? (isRenewed ? periodEnd : null)),
      next_charge: isRenewed ? { amount: nextCents / 100, currency: CURRENCY, at: periodEnd.toISOString() } : null,
      debt_credits: toCredits(await this.ledger.debt(this.dataSource, subscription.userId)),
      cancellation_mode: this.config.payments.cancellationMode,
    };
  }
}
