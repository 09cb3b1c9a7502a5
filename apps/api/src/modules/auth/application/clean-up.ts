import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { changed } from '../../../platform/database/rows.js';

const EVERY_MS = 10 * 60_000;
const BATCH = 1_000;

// Ended sessions stay a week: their tokens are still told apart from unknown ones while somebody may look into a theft.
const DEAD_SESSIONS = `
  select id from sessions
   where absolute_expiry < now() - interval '7 days' or revoked_at < now() - interval '7 days' limit ${BATCH}`;
const STATEMENTS = [
  `delete from oauth_states where state_hash in
     (select state_hash from oauth_states where expires_at < now() - interval '1 day' limit ${BATCH})`,
  `delete from email_tokens where hash in
     (select hash from email_tokens where expires_at < now() - interval '7 days' limit ${BATCH})`,
  // All of a session's tokens go at once: each refers to the one before it.
  `delete from refresh_tokens where session_id in (${DEAD_SESSIONS})`,
  `delete from sessions where id in (${DEAD_SESSIONS}) and not exists
     (select from refresh_tokens t where t.session_id = sessions.id)`,
];

/** Removes logins, links and sessions that have long ended. Any number of processes may run it at once. */
@Injectable()
export class CleanUp implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(CleanUp.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.tryToRun());
    }, EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Removes at most a batch of each kind; answers how many rows went. */
  async run(): Promise<number> {
    let removed = 0;
    for (const statement of STATEMENTS) removed += await changed(this.dataSource, statement);
    return removed;
  }

  private async tryToRun(): Promise<void> {
    try {
      await this.run();
    } catch (error) {
      this.log.warn(`Old sessions could not be removed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
