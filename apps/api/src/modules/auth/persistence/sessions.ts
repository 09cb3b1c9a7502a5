import type { Plan } from '@app/contracts';
import { SESSION_DAYS } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { prepared } from '../../../platform/database/prepared.js';
import { row, rows, type Sql } from '../../../platform/database/rows.js';

export type RevokeReason = 'logout' | 'token_reuse' | 'account_deleted' | 'expired';

const LIVING = {
  name: 'living_session',
  text: `select s.user_id, u.plan, extract(epoch from s.absolute_expiry - now()) * 1000 as milliseconds_left
           from sessions s join users u on u.id = s.user_id
          where s.id = $1 and s.revoked_at is null and s.absolute_expiry > now() and u.deleted_at is null`,
  // First statement of nearly every request: a database that stopped answering is told within the promised three seconds.
  query_timeout: 2_500,
};

/** Channel of the ids of sessions that end. A notice is sent with the commit, or not at all. */
export const SESSION_ENDS = 'session_ends';
/** Ends sessions and tells all processes; answers their ids. */
const ending = (which: string): string => `
  with ended as (
    update sessions set revoked_at = now(), revoke_reason = $2 where ${which} and revoked_at is null returning id)
  select id, pg_notify('${SESSION_ENDS}', id::text) from ended`;
const END_ONE = ending('id = $1');
const END_ALL = ending('user_id = $1');

export const notifyEnd = (sql: Sql, sessionId: string): Promise<unknown> =>
  rows(sql, `select pg_notify($1, $2)`, [SESSION_ENDS, sessionId]);

export interface LivingSession {
  userId: string;
  plan: Plan;
  millisecondsLeft: number;
}

/** Whether somebody is signed in, at this moment. */
@Injectable()
export class Sessions {
  private readonly listeners: ((sessionId: string) => void)[] = [];

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

  /** Calls `listener` before a session ends by this process. */
  onEnding(listener: (sessionId: string) => void): void {
    this.listeners.push(listener);
  }

  /** A session that is neither ended nor expired and whose account exists; null otherwise. */
  async living(sessionId: string): Promise<LivingSession | null> {
    const [found] = await prepared<{ user_id: string; plan: Plan; milliseconds_left: string }>(
      this.dataSource,
      LIVING,
      [sessionId],
    );
    if (!found) return null;
    return { userId: found.user_id, plan: found.plan, millisecondsLeft: Number(found.milliseconds_left) };
  }

  /** Ends a session; false if it had ended before. */
  async revoke(sql: DataSource | EntityManager, sessionId: string, reason: RevokeReason): Promise<boolean> {
    this.tell([sessionId]);
    return (await rows(sql, END_ONE, [sessionId, reason])).length === 1;
  }

  async revokeAll(tx: EntityManager, userId: string, reason: RevokeReason): Promise<void> {
    const ended = await rows<{ id: string }>(tx, END_ALL, [userId, reason]);
    this.tell(ended.map(({ id }) => id));
  }

  private tell(sessionIds: string[]): void {
    for (const id of sessionIds) for (const listener of this.listeners) listener(id);
  }
}
