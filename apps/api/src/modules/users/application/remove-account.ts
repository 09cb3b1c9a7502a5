import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { USER_EVENTS, type UserEvents } from '../../../platform/events/user-events.js';
import { forgetPerson, noteErased, noteRemoval } from '../persistence/account-removals.js';
import { AccountErasers } from './account-erasers.js';

/** Whoever removed an account does not wait longer for the rest of a long history; the sweeper goes on. */
const ERASING_MS = 2_000;
/** When the sweeper looks whether the request that removed an account came to its end. */
const LOOK_AFTER_SECONDS = 30;
/** No request that began before the removal, and no attempt at a picture, lasts as long. */
const SETTLED_SECONDS = 600;

/**
 * Removes accounts. One transaction ends everything: from its commit on nobody is signed in, nothing is made, shown or
 * spent. Erasing what is left takes many, and goes on from the removal's row if this process dies.
 */
@Injectable()
export class RemoveAccount {
  private readonly logger = new Logger(RemoveAccount.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly erasers: AccountErasers,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {}

  /**
   * `sessionId`: of whoever asks. They are told by the answer, and only by it: their own stream would be faster, and they
   * would be sent off as if they had signed out elsewhere. Throws `UNAUTHENTICATED` for an account that was removed
   * meanwhile.
   */
  async run(userId: string, sessionId?: string): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      for (const eraser of this.erasers.inOrder()) await eraser.end(tx, userId);
      if (!(await forgetPerson(tx, userId))) throw new AppError('UNAUTHENTICATED');
      await noteRemoval(tx, userId, LOOK_AFTER_SECONDS);
    });
    this.cutStreams(userId, sessionId);
    try {
      await this.eraseRest(userId, AbortSignal.timeout(ERASING_MS));
    } catch (error) {
      // The account is gone, and that is what was asked.
      this.logger.warn(`Left for the sweeper: the rest of account ${userId} (${String(error)})`);
    }
  }

  /**
   * Erases what is left of a removed account; answers whether nothing is. What a request that was on its way at the
   * removal wrote afterwards ends here too.
   */
  async finish(userId: string, signal: AbortSignal): Promise<boolean> {
    this.cutStreams(userId);
    await inTransaction(this.dataSource, async (tx) => {
      for (const eraser of this.erasers.inOrder()) await eraser.end(tx, userId);
      await forgetPerson(tx, userId);
    });
    return this.eraseRest(userId, signal);
  }

  /** Closes what is left of its streams without a word, once the request that removed the account was answered. */
  closeStreams(userId: string): void {
    this.events.publish(userId, { name: 'account_removed', data: {} });
  }

  private async eraseRest(userId: string, signal: AbortSignal): Promise<boolean> {
    for (const eraser of this.erasers.inOrder()) if (!(await eraser.erase(userId, signal))) return false;
    await noteErased(this.dataSource, userId, SETTLED_SECONDS);
    return true;
  }

  /** Those of every session but `exceptOf`, which are closed after the answer. */
  private cutStreams(userId: string, exceptOf?: string): void {
    this.events.publish(userId, { name: 'signed_out', data: { ...(exceptOf && { except_session_id: exceptOf }) } });
  }
}
