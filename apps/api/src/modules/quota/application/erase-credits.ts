import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountErasers, type AccountEraser } from '../../users/index.js';
import { lockAccount } from '../persistence/accounts.js';
import { ExpiryMailEntity } from '../persistence/expiry-mail.entity.js';
import { closeGrantsOf } from '../persistence/grants.js';

/**
 * Ends the credits of a removed account: what is left expires now, so that a request that was on its way finds nothing to
 * spend, and what it held comes back to closed grants and expires too. The ledger itself stays; there is no person in it.
 */
@Injectable()
export class EraseCredits implements AccountEraser, OnModuleInit {
  readonly part = 'credits';

  constructor(private readonly erasers: AccountErasers) {}

  onModuleInit(): void {
    this.erasers.register(this);
  }

  async end(tx: EntityManager, userId: string): Promise<void> {
    await lockAccount(tx, userId);
    await closeGrantsOf(tx, userId);
    await tx.delete(ExpiryMailEntity, { userId });
  }

  erase(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
