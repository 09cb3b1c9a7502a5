import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import type { Sql } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { freeMonthKey, freeMonthUnits } from '../domain/allowance.js';
import type { Grant } from '../domain/grant.js';
import { lockAccount } from '../persistence/accounts.js';
import { carryDebts } from '../persistence/carried-debts.js';
import { insertGrant, isGranted } from '../persistence/grants.js';
import { AllowanceOwners } from './allowance-owners.js';

/** Granted at the first call of a month rather than to everybody on the 1st. */
@Injectable()
export class FreeAllowance {
  private readonly units: number;

  constructor(
    private readonly dataSource: DataSource,
    private readonly owners: AllowanceOwners,
    @Inject(CONFIG) config: Config,
  ) {
    this.units = freeMonthUnits(config.quota);
  }

  /** Follows the current plan: only `free` gets it. */
  async ensure(userId: string): Promise<void> {
    if (this.units === 0) return;
    const due = await this.dueGrant(this.dataSource, userId);
    if (!due || (await isGranted(this.dataSource.manager, due.sourceKey))) return;
    await inTransaction(this.dataSource, async (tx) => {
      await lockAccount(tx, userId);
      // Read again under the lock: a removed account must not use up the month of the owner's next account.
      const grant = await this.dueGrant(tx, userId);
      if (!grant) return;
      await carryDebts(tx, userId, grant.mark);
      await insertGrant(tx, grant);
    });
  }

  private async dueGrant(sql: Sql, userId: string): Promise<(Grant & { mark: string }) | null> {
    const owner = await this.owners.find(sql, userId);
    if (owner?.plan !== 'free') return null;
    const { mark, month, monthEnd: expiresAt } = owner;
    return { userId, kind: 'free_month', sourceKey: freeMonthKey(mark, month), units: this.units, expiresAt, mark };
  }
}
