import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource, Raw } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { ScheduledTask } from '../../../platform/scheduled-task.js';
import { AddressMailEntity } from '../persistence/address-mail.entity.js';
import { EmailTokenEntity } from '../persistence/email-token.entity.js';
import { OAuthStateEntity } from '../persistence/oauth-state.entity.js';
import { RefreshTokenEntity } from '../persistence/refresh-token.entity.js';
import { SessionEntity } from '../persistence/session.entity.js';

const EVERY_MS = 10 * 60_000;
const SESSIONS_PER_RUN = 1_000;

/** Any number of processes may run it at once. */
@Injectable()
export class CleanUp implements OnModuleDestroy {
  private readonly task = new ScheduledTask(new Logger(CleanUp.name), () => this.run());

  constructor(private readonly dataSource: DataSource) {}

  async run(): Promise<number> {
    const { manager } = this.dataSource;
    const deletions = [
      await manager.delete(OAuthStateEntity, { expiresAt: Raw((at) => `${at} < now() - interval '1 day'`) }),
      await manager.delete(EmailTokenEntity, { expiresAt: Raw((at) => `${at} < now() - interval '7 days'`) }),
      await manager.delete(AddressMailEntity, { sentAt: Raw((at) => `${at} < now() - interval '1 day'`) }),
      ...(await this.deleteSessions()),
    ];
    return deletions.reduce((sum, { affected }) => sum + (affected ?? 0), 0);
  }

  @Interval(EVERY_MS)
  async runOnSchedule(): Promise<void> {
    if (this.dataSource.isInitialized) await this.task.run();
  }

  /** Lets the current session be removed before the pool is closed. */
  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  /** Kept for a week, so that a stolen token can be told from an unknown one. */
  private async deleteSessions(): Promise<{ affected?: number | null }[]> {
    const longAgo = Raw((at) => `${at} < now() - interval '7 days'`);
    const ended = await this.dataSource.manager.find(SessionEntity, {
      select: { id: true },
      where: [{ absoluteExpiry: longAgo }, { revokedAt: longAgo }],
      take: SESSIONS_PER_RUN,
    });
    const deletions: { affected?: number | null }[] = [];
    for (const { id } of ended) {
      if (this.task.signal.aborted) break;
      deletions.push(...(await this.deleteSession(id)));
    }
    return deletions;
  }

  /** One session in each transaction, because it may have hundreds of tokens and a query has seconds. */
  private deleteSession(id: string): Promise<{ affected?: number | null }[]> {
    return inTransaction(this.dataSource, async (tx) => [
      // In one statement, because each token refers to the one before it.
      await tx.delete(RefreshTokenEntity, { sessionId: id }),
      await tx.delete(SessionEntity, { id }),
    ]);
  }
}
