import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountErasers, type AccountEraser } from '../../users/index.js';
import { EmailTokens } from '../persistence/email-tokens.js';
import { LoginStates } from '../persistence/login-states.js';
import { Sessions } from '../persistence/sessions.js';

@Injectable()
export class EraseSessions implements AccountEraser, OnModuleInit {
  readonly part = 'sessions';

  constructor(
    private readonly erasers: AccountErasers,
    private readonly sessions: Sessions,
    private readonly emailTokens: EmailTokens,
    private readonly logins: LoginStates,
  ) {}

  onModuleInit(): void {
    this.erasers.register(this);
  }

  async endInTransaction(tx: EntityManager, userId: string): Promise<void> {
    await this.sessions.revokeAll(tx, userId, 'account_deleted');
    await this.emailTokens.deleteOf(tx, userId);
  }

  /** A login does not name its user, so all ended ones are deleted. */
  async eraseAfterCommit(): Promise<boolean> {
    await this.logins.deleteEnded();
    return true;
  }
}
