import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountErasers, type AccountEraser } from '../../users/index.js';
import { ApiKeys } from '../persistence/api-keys.js';

@Injectable()
export class EraseApiKeys implements AccountEraser, OnModuleInit {
  readonly part = 'keys';

  constructor(
    private readonly erasers: AccountErasers,
    private readonly keys: ApiKeys,
  ) {}

  onModuleInit(): void {
    this.erasers.register(this);
  }

  endInTransaction(tx: EntityManager, userId: string): Promise<void> {
    return this.keys.end(tx, userId);
  }

  /** The rows stay: holds of the ledger refer to them. */
  eraseAfterCommit(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
