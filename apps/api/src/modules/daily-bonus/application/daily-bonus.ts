import { DAILY_BONUS_CREDITS, toUnits, type Answer } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { USER_EVENTS, type UserEvents } from '../../../platform/events/user-events.js';
import { AllowanceOwners, CreditLedger, type AllowanceOwner } from '../../quota/index.js';
import type { BonusOutcome } from '../domain/bonus-texts.js';
import { bonusKey, bonusRefusal, bonusStatus, type BonusSituation } from '../domain/daily-bonus.js';
import { countBonusClaim, readBonusClaims } from '../persistence/bonus-claims.js';

interface Claimant {
  owner: AllowanceOwner;
  situation: BonusSituation;
}

class ClaimedBefore extends Error {}

/** Counted per identity, not per account. */
@Injectable()
export class DailyBonus {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly owners: AllowanceOwners,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {}

  async status(userId: string): Promise<Answer<'dailyBonus.status'>> {
    return bonusStatus((await this.look(this.dataSource.manager, userId)).situation);
  }

  async claim(userId: string): Promise<BonusOutcome> {
    const { situation } = await this.look(this.dataSource.manager, userId);
    // Most repeated claims are answered without a lock.
    const outcome = bonusRefusal(situation) ?? (await this.claimOnce(userId));
    if (outcome === 'claimed') this.events.publish(userId, { name: 'quota', data: {} });
    return outcome;
  }

  private async claimOnce(userId: string): Promise<BonusOutcome> {
    try {
      return await inTransaction(this.dataSource, (tx) => this.take(tx, userId));
    } catch (error) {
      if (error instanceof ClaimedBefore) return 'claimed_today';
      throw error;
    }
  }

  /** Two independent guards: the mark counts a day once, and a day's grant has a unique key. */
  private async take(tx: EntityManager, userId: string): Promise<BonusOutcome> {
    await this.ledger.lock(tx, userId);
    const { owner, situation } = await this.look(tx, userId);
    const refusal = bonusRefusal(situation);
    if (refusal) return refusal;
    if (!(await countBonusClaim(tx, owner.mark, owner.today))) throw new ClaimedBefore();
    const isNew = await this.ledger.grant(tx, {
      userId,
      kind: 'bonus',
      sourceKey: bonusKey(owner.mark, owner.today),
      units: toUnits(DAILY_BONUS_CREDITS),
      expiresAt: owner.nextMonthEnd,
    });
    if (!isNew) throw new ClaimedBefore();
    return 'claimed';
  }

  private async look(manager: EntityManager, userId: string): Promise<Claimant> {
    const owner = await this.owners.find(manager, userId);
    if (!owner) throw new AppError('UNAUTHENTICATED');
    const { plan, today, tomorrow, monthEnd: nextMonth } = owner;
    const claims = await readBonusClaims(manager, owner.mark, owner.month);
    const allowance = this.config.quota.freeAllowance;
    return { owner, situation: { allowance, plan, today, tomorrow, nextMonth, ...claims } };
  }
}
