import { planOfId, type CallAnswer, type PaidPlanId, type subscriptionCalls } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../../../platform/errors/app-error.js';
import { changeKind } from '../../domain/plan-change.js';
import { findPlannedChange } from '../../persistence/planned-change-reads.js';
import { findOpenSubscription } from '../../persistence/subscription-reads.js';
import type { ReturnAddresses } from '../../providers/payment-provider.port.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { ShowSubscription } from '../reads/show-subscription.js';
import { PlannedChanges } from './planned-changes.js';
import { isChangeable } from './preview-change.js';
import { UpgradeSubscription } from './upgrade-subscription.js';

export type ChangeResult = CallAnswer<typeof subscriptionCalls.change>;

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
    private readonly providers: PaymentProviders,
    private readonly plannedChanges: PlannedChanges,
    private readonly upgrades: UpgradeSubscription,
    private readonly shown: ShowSubscription,
  ) {}

  async run(userId: string, wish: ChangeWish, returns: ReturnAddresses): Promise<ChangeResult> {
    const current = await findOpenSubscription(this.dataSource, userId);
    if (!current) throw new AppError('NOT_SUBSCRIBED');
    const wanted = { plan: planOfId(wish.plan_id), isAnnual: wish.is_annual ?? current.isAnnual };
    const kind = changeKind(current, wanted);
    // Wishing for the current plan takes a planned change back.
    if (kind === null && !(await findPlannedChange(this.dataSource, current))) throw new AppError('ALREADY_ON_PLAN');
    if (!isChangeable(current)) throw new AppError('SUBSCRIPTION_NOT_CHANGEABLE');
    const isAtOnce = kind === 'upgrade' && this.providers.get(current.provider).upgradesAtOnce;
    const result = isAtOnce
      ? await this.upgrades.run(current, wanted, wish.proration_date)
      : {
          kind: kind ?? 'downgrade',
          effective_at: current.periodEnd.toISOString(),
          payment: null,
          approval_url: await this.plannedChanges.plan(current, wanted, returns),
        };
    const subscription = await this.shown.my(userId);
    if (!subscription) throw new AppError('NOT_SUBSCRIBED');
    return { ...result, subscription };
  }
}
