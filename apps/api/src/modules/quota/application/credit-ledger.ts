import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Sql } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { restoredKey, type Balance, type Grant, type ImageHold, type Revocation } from '../domain/grant.js';
import { GrantsStaleError } from '../domain/grants-stale.error.js';
import { debitAccount, lockAccount, readBalance, readDebt } from '../persistence/accounts.js';
import { carryDebts, readCarriedDebt } from '../persistence/carried-debts.js';
import { expireGrantsOf, insertGrant, revokeGrant } from '../persistence/grants.js';
import { holdImages, returnHold, settleHold } from '../persistence/holds.js';
import {
  endPlanGrants,
  forgiveGrant,
  moveExpiry,
  readClawback,
  readLivingUsage,
  readUsage,
  takeFromGrant,
  type GrantUsage,
  type PeriodUsage,
} from '../persistence/plan-grants.js';
import { AllowanceOwners } from './allowance-owners.js';
import { FreeAllowance } from './free-allowance.js';

/**
 * The only writer of credits. Amounts are units (1 credit = 10). Every path locks the account row first, so that one
 * user's credits move one after the other. Methods with `tx` belong to the caller's transaction, whose later locks follow
 * the order account, grants, counters, generation, images.
 */
@Injectable()
export class CreditLedger {
  constructor(
    private readonly dataSource: DataSource,
    private readonly allowance: FreeAllowance,
    private readonly owners: AllowanceOwners,
  ) {}

  /** Locks the account until `tx` ends, for work that may move its credits and takes other locks before it knows. */
  lock(tx: EntityManager, userId: string): Promise<void> {
    return lockAccount(tx, userId);
  }

  /**
   * Reserves `units` if the account has them, by one conditional statement. False: not affordable, nothing changed. True:
   * the account stays locked until `tx` ends, and `hold` has to follow in it.
   */
  debit(tx: EntityManager, userId: string, units: number): Promise<boolean> {
    return debitAccount(tx, userId, units);
  }

  /** Decides which grants pay for each image; the image rows exist already. Throws `GrantsStaleError` (see `spend`). */
  async hold(tx: EntityManager, userId: string, pictures: ImageHold[]): Promise<void> {
    const wanted = pictures.reduce((sum, { units }) => sum + units, 0);
    if (wanted !== (await holdImages(tx, userId, pictures))) throw new GrantsStaleError();
  }

  /**
   * Runs a spending transaction. If it meets grants that expired but were not swept yet, expires them and runs it once
   * more; still short is `INSUFFICIENT_CREDITS`.
   */
  async spend<T>(userId: string, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await inTransaction(this.dataSource, work);
    } catch (error) {
      if (!(error instanceof GrantsStaleError)) throw error;
    }
    await this.expireGrants(userId);
    try {
      return await inTransaction(this.dataSource, work);
    } catch (error) {
      if (error instanceof GrantsStaleError) throw new AppError('INSUFFICIENT_CREDITS', { cause: error });
      throw error;
    }
  }

  /** Charges for a delivered image. True when this call closed the hold. */
  async settle(tx: EntityManager, userId: string, imageId: string): Promise<boolean> {
    await lockAccount(tx, userId);
    return settleHold(tx, userId, imageId);
  }

  /**
   * Returns what an undelivered image holds to the grants it came from: expired units expire again at once, units of a
   * revoked grant reduce its debt. True when this call closed the hold.
   */
  async returnHold(tx: EntityManager, userId: string, imageId: string): Promise<boolean> {
    await lockAccount(tx, userId);
    return returnHold(tx, userId, imageId);
  }

  /** Adds credits; a debt is repaid from them first, also one of a removed account of the same identity. False when `sourceKey` was granted before (nothing changed). */
  async grant(tx: EntityManager, grant: Grant): Promise<boolean> {
    await lockAccount(tx, grant.userId);
    const owner = await this.owners.find(tx, grant.userId);
    if (owner) await carryDebts(tx, grant.userId, owner.mark);
    return insertGrant(tx, grant);
  }

  /**
   * Takes the grant of `sourceKey` back, e.g. after a refund: what is left of it goes, what was held or spent becomes a
   * debt. Null when the account has no such grant or it was revoked before (nothing changed).
   */
  async revoke(tx: EntityManager, userId: string, sourceKey: string): Promise<Revocation | null> {
    await lockAccount(tx, userId);
    const revoked = await revokeGrant(tx, userId, sourceKey);
    // What was restored of it meanwhile goes too.
    return (await revokeGrant(tx, userId, restoredKey(sourceKey))) ?? revoked;
  }

  /** Takes back what is left of a grant and forgives what is used: no debt arises. */
  async forgive(tx: EntityManager, userId: string, sourceKey: string): Promise<void> {
    await lockAccount(tx, userId);
    for (const key of [sourceKey, restoredKey(sourceKey)]) await forgiveGrant(tx, userId, key);
  }

  /** Takes a part of a grant back, `units` in all however often it is told; beyond what is left it becomes a debt. */
  async takeBack(tx: EntityManager, userId: string, sourceKey: string, units: number): Promise<void> {
    await lockAccount(tx, userId);
    await takeFromGrant(tx, userId, sourceKey, units);
  }

  /** Gives back what was taken of a grant, once, e.g. after a dispute that was won. */
  async restore(tx: EntityManager, userId: string, sourceKey: string): Promise<void> {
    await lockAccount(tx, userId);
    const taken = await readClawback(tx, userId, sourceKey);
    if (!taken || taken.units <= 0) return;
    await insertGrant(tx, {
      userId,
      kind: 'adjustment',
      sourceKey: restoredKey(sourceKey),
      units: taken.units,
      expiresAt: taken.expiresAt,
    });
  }

  /** Sets when the grant of a source expires, unless it has ended. */
  async moveExpiry(tx: EntityManager, userId: string, sourceKey: string, expiresAt: Date): Promise<void> {
    await lockAccount(tx, userId);
    await moveExpiry(tx, userId, sourceKey, expiresAt);
  }

  /** Lets all credits of plans end now but those of the given sources: the next month's have arrived. */
  async endPlanCredits(tx: EntityManager, userId: string, exceptKeys: string[]): Promise<void> {
    await lockAccount(tx, userId);
    await endPlanGrants(tx, userId, exceptKeys);
    await expireGrantsOf(tx, [userId]);
  }

  /** How much of the grants of some sources is used, also of what was restored of them. */
  usage(sql: Sql, userId: string, sourceKeys: string[]): Promise<GrantUsage> {
    return readUsage(sql, userId, { granted: sourceKeys, restored: sourceKeys.map(restoredKey) });
  }

  /** Closes the expired grants of one account, in a transaction of its own. */
  async expireGrants(userId: string): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      await lockAccount(tx, userId);
      await expireGrantsOf(tx, [userId]);
    });
  }

  /** Grants the free credits of the running month if they are due, in a transaction of its own. */
  ensureAllowance(userId: string): Promise<void> {
    return this.allowance.ensure(userId);
  }

  /** What the grants of an account that have not expired hold. */
  livingUsage(sql: Sql, userId: string): Promise<PeriodUsage> {
    return readLivingUsage(sql, userId);
  }

  /** Units that the next grants repay first. */
  async debt(sql: Sql, userId: string): Promise<number> {
    const owner = await this.owners.find(sql, userId);
    const carried = owner ? await readCarriedDebt(sql, owner.mark) : 0;
    return carried + (await readDebt(sql, userId));
  }

  /** What an account has; zeros for one that never had any. */
  balance(sql: Sql, userId: string): Promise<Balance> {
    return readBalance(sql, userId);
  }
}
