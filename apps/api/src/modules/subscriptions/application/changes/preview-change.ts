import {
  CURRENCY,
  idOfPlan,
  PAID_PLAN_IDS,
  PLAN_TERMS,
  planOfId,
  priceCents,
  toCredits,
  type CallAnswer,
  type subscriptionCalls,
} from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError, notFound } from '../../../../platform/errors/app-error.js';
import { CreditLedger } from '../../../quota/index.js';
import { addMonths, currentMonth, grantMonths } from '../../domain/grant-months.js';
import { changeKind, topUpUnits, type PlanChoice } from '../../domain/plan-change.js';
import { billingNow } from '../../persistence/billing-time.js';
import { findOpenSubscription } from '../../persistence/subscription-reads.js';
import type { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import { PaymentProviders } from '../../providers/payment-providers.js';

export type ChangePreview = CallAnswer<typeof subscriptionCalls.preview>;

/** Neither cancelled nor with a payment missing. */
export const isChangeable = ({ status, cancelAtPeriodEnd }: SubscriptionEntity): boolean =>
  !cancelAtPeriodEnd && (status === 'active' || status === 'trialing');

@Injectable()
export class PreviewChange {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly providers: PaymentProviders,
  ) {}

  async run(userId: string, planId: string, isAnnual: boolean | undefined): Promise<ChangePreview> {
    const id = PAID_PLAN_IDS.find((known) => known === planId);
    if (!id) throw notFound();
    const current = await findOpenSubscription(this.dataSource, userId);
    const wanted = { plan: planOfId(id), isAnnual: isAnnual ?? current?.isAnnual ?? false };
    const kind = changeKind(current, wanted);
    if (kind === null) throw new AppError('ALREADY_ON_PLAN');
    if (current && !isChangeable(current)) throw new AppError('SUBSCRIPTION_NOT_CHANGEABLE');
    const now = await billingNow(this.dataSource);
    const next = priceCents(wanted.plan, wanted.isAnnual) / 100;
    const common = {
      kind,
      plan_id: idOfPlan(wanted.plan),
      is_annual: wanted.isAnnual,
      currency: CURRENCY,
      next_amount: next,
      debt_credits: toCredits(await this.ledger.debt(this.dataSource, userId)),
    } as const;
    if (!current) {
      this.anyProvider();
      const nextAt = addMonths(now, wanted.isAnnual ? 12 : 1).toISOString();
      const { monthlyCredits: credits } = PLAN_TERMS[wanted.plan];
      const dates = { effective_at: now.toISOString(), next_charge_at: nextAt };
      return { ...common, ...dates, amount_due: next, proration_date: null, credits };
    }
    const periodEnd = current.periodEnd.toISOString();
    const provider = this.providers.get(current.provider);
    if (kind !== 'upgrade' || !provider.upgradesAtOnce) {
      const dates = { effective_at: periodEnd, next_charge_at: periodEnd };
      return { ...common, ...dates, amount_due: 0, proration_date: null, credits: 0 };
    }
    const { amountCents, prorationDate } = await provider.previewUpgrade(current.providerSubscriptionId, wanted);
    return {
      ...common,
      amount_due: amountCents / 100,
      effective_at: now.toISOString(),
      next_charge_at: periodEnd,
      proration_date: prorationDate,
      credits: toCredits(topUp(current, wanted, now)),
    };
  }

  private anyProvider(): void {
    const [first] = this.providers.ids;
    this.providers.get(first ?? 'stripe');
  }
}

function topUp({ plan: from, anchoredAt: anchor, ...period }: SubscriptionEntity, { plan: to }: PlanChoice, at: Date) {
  const month = currentMonth(grantMonths({ anchor, ...period }), at);
  return month ? topUpUnits({ from, to, month, at }) : 0;
}
