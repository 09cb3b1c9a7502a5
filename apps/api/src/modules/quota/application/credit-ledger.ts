import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Sql } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/errors/app-error.js';
import {
  restoredKey,
  type Balance,
  type Grant,
  type ImageHold,
  type Lifetime,
  type Revocation,
} from '../domain/grant.js';
import { GrantsStaleError } from '../domain/grants-stale.error.js';
import { debitAccount, lockAccount, readBalance, readDebt } from '../persistence/accounts.js';
import { carryDebts, readCarriedDebt, readFormerAccounts } from '../persistence/carried-debts.js';
import { expireGrantsOf, insertGrant } from '../persistence/grants.js';
import { holdImages, returnHold, settleHold } from '../persistence/holds.js';
import {
  endPlanGrants,
  moveExpiry,
  readGranted,
  readLivingUsage,
  readUsage,
  type GrantedUnits,
  type GrantUsage,
  type PeriodUsage,
} from '../persistence/plan-grants.js';
import { readRevoked, revokeGrant } from '../persistence/revoked-grants.js';
import { AllowanceOwners } from './allowance-owners.js';
import { FreeAllowance } from './free-allowance.js';
import { recordLowCredits, withLowCreditsEvent } from './low-credits.js';

/**
 * The only writer of credits. Locks follow the order account, grants, counters, generation, images. 1 credit = 10
 * units.
 */
@Injectable()
export class CreditLedger {
  constructor(
    private readonly dataSource: DataSource,
    private readonly allowance: FreeAllowance,
    private readonly owners: AllowanceOwners,
  ) {}

  /** For work that may move credits and takes other locks before it knows. */
  lock(tx: EntityManager, userId: string): Promise<void> {
    return lockAccount(tx, userId);
  }

  /**
   * One conditional statement; false: not affordable. True keeps the account locked, and `hold` must follow in `tx`.
   */
  async debit(tx: EntityManager, userId: string, units: number): Promise<boolean> {
    const left = await debitAccount(tx, userId, units);
    if (left === null) return false;
    await recordLowCredits(tx, userId, { before: left + units, after: left });
    return true;
  }

  /**
   * Decides which grants pay for each image; the image rows exist already. `apiKeyId` is the key that asked, if one did.
   * Throws `GrantsStaleError` (see `spend`).
   */
  async hold(tx: EntityManager, userId: string, images: ImageHold[], apiKeyId: string | null = null): Promise<void> {
    const wanted = images.reduce((sum, { units }) => sum + units, 0);
    if (wanted !== (await holdImages(tx, userId, images, apiKeyId))) throw new GrantsStaleError();
  }

  /**
   * Expired grants that were not swept are expired, and `work` runs once more; still short is `INSUFFICIENT_CREDITS`.
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

  async settle(tx: EntityManager, userId: string, imageId: string): Promise<boolean> {
    await lockAccount(tx, userId);
    return settleHold(tx, userId, imageId);
  }

  /**
   * Expired units expire again at once; units of a revoked grant reduce its debt. True when this call closed the hold.
   */
  async returnHold(tx: EntityManager, userId: string, imageId: string): Promise<boolean> {
    await lockAccount(tx, userId);
    return returnHold(tx, userId, imageId);
  }

  /** Repays a debt first, also that of the identity's removed account. False when `sourceKey` was granted before. */
  async grant(tx: EntityManager, grant: Grant): Promise<boolean> {
    await lockAccount(tx, grant.userId);
    const owner = await this.owners.find(tx, grant.userId);
    if (owner) await carryDebts(tx, grant.userId, owner.mark);
    return insertGrant(tx, grant);
  }

  /**
   * What was held or spent becomes a debt; what was restored meanwhile goes too. Null without such a grant, or when it was
   * revoked before.
   */
  async revoke(tx: EntityManager, userId: string, sourceKey: string): Promise<Revocation | null> {
    return withLowCreditsEvent(tx, userId, () => revokeGrant(tx, userId, sourceKey, { units: null }));
  }

  /** Unlike `revoke`, leaves no debt. */
  async revokeWithoutDebt(tx: EntityManager, userId: string, sourceKey: string): Promise<void> {
    await withLowCreditsEvent(tx, userId, () => revokeGrant(tx, userId, sourceKey, { units: null, isForgiven: true }));
  }

  /** `units` is the total, so that it can be reported repeatedly; what of it is used becomes a debt. */
  async revokePart(tx: EntityManager, userId: string, sourceKey: string, units: number): Promise<void> {
    await withLowCreditsEvent(tx, userId, () => revokeGrant(tx, userId, sourceKey, { units }));
  }

  /** All that was taken back, also by `revokePart`. */
  async restore(tx: EntityManager, userId: string, sourceKey: string): Promise<void> {
    await lockAccount(tx, userId);
    const revoked = await readRevoked(tx, userId, sourceKey);
    if (!revoked || revoked.units <= 0) return;
    const { lastKey, mostRepaid, ...rest } = revoked;
    await insertGrant(tx, { userId, kind: 'adjustment', sourceKey: restoredKey(lastKey), ...rest }, mostRepaid);
  }

  async moveExpiry(tx: EntityManager, userId: string, sourceKey: string, lifetime: Lifetime): Promise<void> {
    await lockAccount(tx, userId);
    await moveExpiry(tx, userId, sourceKey, lifetime);
  }

  async endPlanCredits(tx: EntityManager, userId: string, exceptKeys: string[]): Promise<void> {
    await withLowCreditsEvent(tx, userId, async () => {
      await endPlanGrants(tx, userId, exceptKeys);
      await expireGrantsOf(tx, [userId]);
    });
  }

  /** Those of `sourceKeys` that were granted. */
  granted(sql: Sql, userId: string, sourceKeys: string[]): Promise<GrantedUnits[]> {
    return readGranted(sql, userId, sourceKeys);
  }

  usage(sql: Sql, userId: string, sourceKeys: string[]): Promise<GrantUsage> {
    return readUsage(sql, userId, sourceKeys);
  }

  /** In a transaction of its own. */
  async expireGrants(userId: string): Promise<void> {
    await inTransaction(this.dataSource, (tx) => withLowCreditsEvent(tx, userId, () => expireGrantsOf(tx, [userId])));
  }

  ensureAllowance(userId: string): Promise<void> {
    return this.allowance.ensure(userId);
  }

  livingUsage(sql: Sql, userId: string): Promise<PeriodUsage> {
    return readLivingUsage(sql, userId);
  }

  /** Removed accounts of the same identity that had plan credits. */
  async formerAccounts(sql: Sql, userId: string): Promise<string[]> {
    const owner = await this.owners.find(sql, userId);
    return owner ? readFormerAccounts(sql, owner.mark) : [];
  }

  async debt(sql: Sql, userId: string): Promise<number> {
    const owner = await this.owners.find(sql, userId);
    const carried = owner ? await readCarriedDebt(sql, owner.mark) : 0;
    return carried + (await readDebt(sql, userId));
  }

  balance(sql: Sql, userId: string): Promise<Balance> {
    return readBalance(sql, userId);
  }
}
