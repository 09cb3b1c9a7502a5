import { DAILY_BONUS_CREDITS, toUnits, type Answer } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { KeyObject } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { identityKey } from '../../../platform/config/keys.js';
import type { Sql } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { USER_EVENTS, type UserEvents } from '../../../platform/events/user-events.js';
import type { BonusOutcome } from '../domain/bonus-messages.js';
import { bonusKey, bonusRefusal, bonusStatus, type BonusSituation } from '../domain/daily-bonus.js';
import { identityMark } from '../domain/identity-mark.js';
import { lockAccount } from '../persistence/accounts.js';
import { readAllowanceOwner, type AllowanceOwner } from '../persistence/allowance-owner.js';
import { countBonusClaim, readBonusClaims } from '../persistence/bonus-claims.js';
import { insertGrant } from '../persistence/grants.js';

interface Claimant {
  owner: AllowanceOwner;
  mark: string;
  situation: BonusSituation;
}

/** Ends a transaction in which somebody else was found to have claimed the day. */
class ClaimedBefore extends Error {}

/** A credit a day for free accounts, so many times a month; counted for the identity, not for the account. */
@Injectable()
export class DailyBonus {
  private readonly key: KeyObject;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {
    this.key = identityKey(config);
  }

  async status(userId: string): Promise<Answer<'dailyBonus.status'>> {
    return bonusStatus((await this.look(this.dataSource, userId)).situation);
  }

  /** Claims the running UTC day, or says why not. Throws `UNAUTHENTICATED` for an account that was removed meanwhile. */
  async claim(userId: string): Promise<BonusOutcome> {
    const { situation } = await this.look(this.dataSource, userId);
    // Most who ask again are answered without a lock.
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

  /** Two walls, each enough by itself: the mark counts a day once, and a day's grant has a key of its own. */
  private async take(tx: EntityManager, userId: string): Promise<BonusOutcome> {
    await lockAccount(tx, userId);
    const { owner, mark, situation } = await this.look(tx, userId);
    const refusal = bonusRefusal(situation);
    if (refusal) return refusal;
    if (!(await countBonusClaim(tx, mark, owner.today))) throw new ClaimedBefore();
    const isNew = await insertGrant(tx, {
      userId,
      kind: 'bonus',
      sourceKey: bonusKey(mark, owner.today),
      units: toUnits(DAILY_BONUS_CREDITS),
      expiresAt: owner.nextMonthEnd,
    });
    if (!isNew) throw new ClaimedBefore();
    return 'claimed';
  }

  private async look(sql: Sql, userId: string): Promise<Claimant> {
    const owner = await readAllowanceOwner(sql, userId);
    if (!owner) throw new AppError('UNAUTHENTICATED');
    const mark = identityMark(this.key, owner);
    const { plan, today, tomorrow, monthEnd: nextMonth } = owner;
    const claims = await readBonusClaims(sql, mark, owner.month);
    const allowance = this.config.quota.freeAllowance;
    return { owner, mark, situation: { allowance, plan, today, tomorrow, nextMonth, ...claims } };
  }
}
