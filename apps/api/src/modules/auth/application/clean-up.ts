import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { changed } from '../../../platform/database/rows.js';

const EVERY_MS = 10 * 60_000;
const BATCH = 1_000;

// Ended sessions stay for a week, so that their tokens can be told from unknown ones when a theft is looked into.
const DEAD_SESSIONS = `
  select id from sessions
   where absolute_expiry < now() - interval '7 days' or revoked_at < now() - interval '7 days' limit ${BATCH}`;
const STATEMENTS = [
  `delete from oauth_states where state_hash in
     (select state_hash from oauth_states where expires_at < now() - interval '1 day' limit ${BATCH})`,
  `delete from email_tokens where hash in
     (select hash from email_tokens where expires_at < now() - interval '7 days' limit ${BATCH})`,
  `delete from address_mails where id in
     (select id from address_mails where sent_at < now() - interval '1 day' limit ${BATCH})`,
  // All tokens of a session go at once: each refers to the one before it.
  `delete from refresh_tokens where session_id in (${DEAD_SESSIONS})`,
  `delete from sessions where id in (${DEAD_SESSIONS}) and not exists
     (select from refresh_tokens t where t.session_id = sessions.id)`,
];

/** Removes logins, links and sessions that have long ended. Any number of processes may run it at once. */
@Injectable()
export class CleanUp {
  private readonly log = new Logger(CleanUp.name);

  constructor(private readonly dataSource: DataSource) {}

  /** Removes at most a batch of each kind; answers how many rows went. */
  async run(): Promise<number> {
    let removed = 0;
    for (const statement of STATEMENTS) removed += await changed(this.dataSource, statement);
    return removed;
  }

  @Interval(EVERY_MS)
  async tryToRun(): Promise<void> {
    try {
      await this.run();
    } catch (error) {
      this.log.warn(`Old sessions could not be removed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
