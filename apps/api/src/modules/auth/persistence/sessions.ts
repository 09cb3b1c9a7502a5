import { SESSION_DAYS, type Plan } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { prepared } from '../../../platform/database/prepared.js';
import { changed, row, type Sql } from '../../../platform/database/rows.js';

export type RevokeReason = 'logout' | 'token_reuse' | 'account_deleted' | 'expired';

const FIND_LIVING = {
  name: 'find_living_session',
  text: `select s.user_id as "userId", u.plan
           from sessions s join users u on u.id = s.user_id
          where s.id = $1 and s.revoked_at is null and s.absolute_expiry > now() and u.deleted_at is null`,
};

export interface LivingSession {
  userId: string;
  plan: Plan;
}

/** Sessions of users. Each is read from the database on every request. */
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

  /** A session that is neither ended nor expired and whose account exists; null otherwise. */
  async findLiving(sessionId: string): Promise<LivingSession | null> {
    return (await prepared<LivingSession>(this.dataSource, FIND_LIVING, [sessionId]))[0] ?? null;
  }

  /** Ends a session; false if it had ended before. */
  async revoke(sql: Sql, sessionId: string, reason: RevokeReason): Promise<boolean> {
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
