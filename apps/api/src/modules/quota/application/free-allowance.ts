import { Inject, Injectable } from '@nestjs/common';
import type { KeyObject } from 'node:crypto';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { identityKey } from '../../../platform/config/keys.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { freeMonthKey, freeMonthUnits } from '../domain/allowance.js';
import { identityMark } from '../domain/identity-mark.js';
import { SettledMemo } from '../domain/settled-memo.js';
import { lockAccount } from '../persistence/accounts.js';
import { readAllowanceOwner, type AllowanceOwner } from '../persistence/allowance-owner.js';
import { insertGrant, isGranted } from '../persistence/grants.js';

/** The monthly credits of free accounts, granted when somebody shows up rather than to everybody on the 1st. */
@Injectable()
export class FreeAllowance {
  private readonly settled = new SettledMemo();
  private readonly key: KeyObject;
  private readonly units: number;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) config: Config,
  ) {
    this.key = identityKey(config);
    this.units = freeMonthUnits(config.quota);
  }

  /** Grants the running UTC month unless it was granted before. Costs nothing when it was done lately. */
  async ensure(userId: string): Promise<void> {
    if (this.units === 0 || this.settled.has(userId)) return;
    const owner = await readAllowanceOwner(this.dataSource, userId);
    if (!owner) return;
    if (owner.plan === 'free') await this.grantMonth(userId, owner);
    this.settled.remember(userId, owner.msLeft);
  }

  private async grantMonth(userId: string, owner: AllowanceOwner): Promise<void> {
    const sourceKey = freeMonthKey(identityMark(this.key, owner), owner.month);
    if (await isGranted(this.dataSource, sourceKey)) return;
    await inTransaction(this.dataSource, async (tx) => {
      await lockAccount(tx, userId);
      // An account that was removed meanwhile must not take the month from the one that its owner may open next.
      if ((await readAllowanceOwner(tx, userId)) === null) return;
      await insertGrant(tx, { userId, kind: 'free_month', sourceKey, units: this.units, expiresAt: owner.monthEnd });
    });
  }
}
