import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { USER_EVENTS, type UserEvents } from '../../../platform/events/user-events.js';
import { erasePerson, recordErased, recordRemoval } from '../persistence/account-removals.js';
import { AccountErasers } from './account-erasers.js';

/** Afterwards the sweeper continues with a long history. */
const ERASING_MS = 2_000;
const LOOK_AFTER_SECONDS = 30;
/** Longer than any request that began before the removal, and any attempt at an image. */
const SETTLED_SECONDS = 600;

/** One transaction ends sessions, generations and credits; the rest is erased later, if need be by the sweeper. */
@Injectable()
export class RemoveAccount {
  private readonly logger = new Logger(RemoveAccount.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly erasers: AccountErasers,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {}

  /** Keeps the event stream of `sessionId`: its client would show a sign-out elsewhere before the answer arrives. */
  async run(userId: string, sessionId?: string): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      for (const eraser of this.erasers.inOrder()) await eraser.endInTransaction(tx, userId);
      if (!(await erasePerson(tx, userId))) throw new AppError('UNAUTHENTICATED');
      await recordRemoval(tx, userId, LOOK_AFTER_SECONDS);
    });
    this.signOutStreams(userId, sessionId);
    try {
      await this.eraseRest(userId, AbortSignal.timeout(ERASING_MS));
    } catch (error) {
      this.logger.warn(`Left for the sweeper: the rest of account ${userId} (${String(error)})`);
    }
  }

  /** Includes what requests under way at the removal wrote afterwards. True when nothing is left. */
  async finish(userId: string, signal: AbortSignal): Promise<boolean> {
    this.signOutStreams(userId);
    await inTransaction(this.dataSource, async (tx) => {
      for (const eraser of this.erasers.inOrder()) await eraser.endInTransaction(tx, userId);
      await erasePerson(tx, userId);
    });
    return this.eraseRest(userId, signal);
  }

  /** Called once the request that removed the account was answered. */
  closeStreams(userId: string): void {
    this.events.publish(userId, { name: 'account_removed', data: {} });
  }

  /** A part that fails holds up no other. */
  private async eraseRest(userId: string, signal: AbortSignal): Promise<boolean> {
    const failures: unknown[] = [];
    let isDone = true;
    for (const eraser of this.erasers.inOrderOfErasing()) {
      try {
        isDone = (await eraser.eraseAfterCommit(userId, signal)) && isDone;
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    if (!isDone) return false;
    await recordErased(this.dataSource.manager, userId, SETTLED_SECONDS);
    return true;
  }

  /** The streams of session `exceptOf` are closed after the answer. */
  private signOutStreams(userId: string, exceptOf?: string): void {
    this.events.publish(userId, { name: 'signed_out', data: { ...(exceptOf && { except_session_id: exceptOf }) } });
  }
}
