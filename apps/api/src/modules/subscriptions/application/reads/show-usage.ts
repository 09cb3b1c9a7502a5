import { toCredits, type CallAnswer, type subscriptionCalls } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CreditLedger } from '../../../quota/index.js';
import { currentMonth, grantMonths } from '../../domain/grant-months.js';
import { billingNow } from '../../persistence/billing-time.js';
import { findOpenSubscription } from '../../persistence/subscription-reads.js';

const calendarMonth = (now: Date) => ({
  starts: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)),
  ends: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
});

@Injectable()
export class ShowUsage {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
  ) {}

  async run(userId: string): Promise<CallAnswer<typeof subscriptionCalls.usage>> {
    await this.ledger.ensureAllowance(userId);
    const now = await billingNow(this.dataSource);
    const { starts, ends } = (await this.monthOf(userId, now)) ?? calendarMonth(now);
    const usage = await this.ledger.livingUsage(this.dataSource, userId);
    return {
      period_start: starts.toISOString(),
      period_end: ends.toISOString(),
      granted: toCredits(usage.grantedUnits),
      used: toCredits(usage.usedUnits),
      remaining: toCredits(usage.remainingUnits),
      images: usage.images,
    };
  }

  private async monthOf(userId: string, now: Date) {
    const subscription = await findOpenSubscription(this.dataSource, userId);
    if (!subscription) return null;
    const { anchoredAt: anchor, periodStart, periodEnd, isAnnual } = subscription;
    return currentMonth(grantMonths({ anchor, periodStart, periodEnd, isAnnual }), now);
  }
}
