import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountErasers, type AccountEraser } from '../../users/index.js';
import { lockAccount } from '../persistence/accounts.js';
import { markDebtor } from '../persistence/carried-debts.js';
import { ExpiryMailEntity } from '../persistence/expiry-mail.entity.js';
import { closeGrantsOf } from '../persistence/grants.js';
import { AllowanceOwners } from './allowance-owners.js';

/**
 * A request under way finds nothing to spend, and what it held expires on return. The ledger holds no personal data.
 */
@Injectable()
export class EraseCredits implements AccountEraser, OnModuleInit {
  readonly part = 'credits';

  constructor(
    private readonly erasers: AccountErasers,
    private readonly owners: AllowanceOwners,
  ) {}

  onModuleInit(): void {
    this.erasers.register(this);
  }

  async endInTransaction(tx: EntityManager, userId: string): Promise<void> {
    await lockAccount(tx, userId);
    // Null once the user is erased; the debt was marked before.
    const owner = await this.owners.find(tx, userId);
    if (owner) await markDebtor(tx, userId, owner.mark);
    await closeGrantsOf(tx, userId);
    await tx.delete(ExpiryMailEntity, { userId });
  }

  eraseAfterCommit(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
