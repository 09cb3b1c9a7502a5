import type { ExportFormat, Locale } from '@app/contracts';
import type { EntityManager } from 'typeorm';
import { isoTimestamp as iso } from '../../../platform/database/prepared.js';
import { changed, row, rows, type Sql } from '../../../platform/database/rows.js';

/** What a ticket gives. */
export interface TicketedExport {
  userId: string;
  format: ExportFormat;
  imageIds: string[] | null;
  locale: Locale;
}

/** A ticket that was asked for. */
export interface WantedTicket extends TicketedExport {
  /** Null for a request without a session. */
  sessionId: string | null;
}

/** Writes a ticket for so many seconds; answers the ISO time at which it ends. Forgets those that ended long ago. */
export async function insertTicket(
  sql: Sql,
  tokenHash: Buffer,
  { userId, sessionId, format, imageIds, locale }: WantedTicket,
  seconds: number,
): Promise<string> {
  await changed(sql, `delete from export_tickets where expires_at < now() - interval '1 day'`);
  const made = await row<{ expires_at: string }>(
    sql,
    `insert into export_tickets (token_hash, user_id, session_id, format, image_ids, locale, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7)) returning ${iso('expires_at')} as expires_at`,
    [tokenHash, userId, sessionId, format, imageIds, locale, seconds],
  );
  if (!made) throw new Error('an insert of one row answers one');
  return made.expires_at;
}

const FIELDS = `t.user_id as "userId", t.format, t.image_ids as "imageIds", t.locale`;
const OF_LIVING = `u.id = t.user_id and u.deleted_at is null and (t.session_id is null or exists (
  select from sessions s where s.id = t.session_id and s.revoked_at is null and s.absolute_expiry > now()))`;

/** Spends a ticket; null when it is spent, has ended, never was, or its owner has signed out. */
export async function spendTicket(tx: EntityManager, tokenHash: Buffer): Promise<TicketedExport | null> {
  const [spent] = await rows<TicketedExport>(
    tx,
    `update export_tickets t set used_at = now() from users u
      where t.token_hash = $1 and t.used_at is null and t.expires_at > now() and ${OF_LIVING} returning ${FIELDS}`,
    [tokenHash],
  );
  return spent ?? null;
}

/** A ticket as it stands; null when it never was, its session has ended or its owner's account was removed. */
export const readTicket = (sql: Sql, tokenHash: Buffer): Promise<(TicketedExport & { isOpen: boolean }) | null> =>
  row(
    sql,
    `select ${FIELDS}, t.used_at is null and t.expires_at > now() as "isOpen"
       from export_tickets t join users u on ${OF_LIVING} where t.token_hash = $1`,
    [tokenHash],
  );
