import type { Plan } from '@app/contracts';
import { SESSION_DAYS } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { prepared } from '../../../platform/database/prepared.js';
import { changed, row } from '../../../platform/database/rows.js';

export type RevokeReason = 'logout' | 'token_reuse' | 'account_deleted' | 'expired';

const LIVING = {
  name: 'living_session',
  text: `select s.user_id, u.plan from sessions s join users u on u.id = s.user_id
          where s.id = $1 and s.revoked_at is null and s.absolute_expiry > now() and u.deleted_at is null`,
  // First statement of nearly every request: a database that stopped answering is told within the promised three seconds.
  query_timeout: 2_500,
};

/** Whether somebody is signed in, at this moment. */
@Injectable()
export class Sessions {
  constructor(private readonly dataSource: DataSource) {}

  async open(tx: EntityManager, userId: string): Promise<string> {
    const session = await row<{ id: string }>(
      tx,
      `insert into sessions (user_id, absolute_expiry) values ($1, now() + make_interval(days => $2)) returning id`,
      [userId, SESSION_DAYS],
    );
    if (!session) throw new Error('The new session was not returned');
    return session.id;
  }

  /** Owner and plan of a session that is neither ended nor expired and whose account exists; null otherwise. */
  async living(sessionId: string): Promise<{ userId: string; plan: Plan } | null> {
    const [found] = await prepared<{ user_id: string; plan: Plan }>(this.dataSource, LIVING, [sessionId]);
    return found ? { userId: found.user_id, plan: found.plan } : null;
  }

  /** Ends a session; false if it had ended before. */
  async revoke(sql: DataSource | EntityManager, sessionId: string, reason: RevokeReason): Promise<boolean> {
    const ended = await changed(
      sql,
      `update sessions set revoked_at = now(), revoke_reason = $2 where id = $1 and revoked_at is null`,
      [sessionId, reason],
    );
    return ended === 1;
  }

  async revokeAll(tx: EntityManager, userId: string, reason: RevokeReason): Promise<void> {
    await changed(
      tx,
      `update sessions set revoked_at = now(), revoke_reason = $2 where user_id = $1 and revoked_at is null`,
      [userId, reason],
    );
  }
}
