import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { changed, row } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';

/** Hours in which a confirmation link works. */
export const EMAIL_TOKEN_HOURS = 24;

const MAILS_AN_HOUR = 4;
const MAILS_A_DAY = 10;

/** Until the oldest mail that fills one of the limits is old enough. */
const SECONDS_TO_WAIT = `
  select coalesce(ceil(max(extract(epoch from until - now()))), 0)::int as seconds from (
    (select sent_at + interval '1 hour' as until from address_mails
      where address_hmac = decode($1, 'hex') order by sent_at desc offset ${MAILS_AN_HOUR - 1} limit 1)
    union all
    (select sent_at + interval '1 day' from address_mails
      where address_hmac = decode($1, 'hex') order by sent_at desc offset ${MAILS_A_DAY - 1} limit 1)) as limits`;

/** Links by which somebody shows that an address is theirs. Each works once. */
@Injectable()
export class EmailTokens {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Adds a link that is about to be mailed, unless the mailbox got too many mails already. Returns the seconds until it
   * may get another one; 0 if the link was added.
   */
  add(link: { hash: Buffer; userId: string; email: string; mailbox: Buffer }): Promise<number> {
    return inTransaction(this.dataSource, async (tx) => {
      const mailbox = link.mailbox.toString('hex');
      await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`mailbox:${mailbox}`]);
      const wait = (await row<{ seconds: number }>(tx, SECONDS_TO_WAIT, [mailbox]))?.seconds ?? 0;
      if (wait > 0) return wait;
      await tx.query(`insert into address_mails (address_hmac) values (decode($1, 'hex'))`, [mailbox]);
      await tx.query(
        `insert into email_tokens (hash, user_id, email, expires_at) values ($1, $2, $3, now() + make_interval(hours => $4))`,
        [link.hash, link.userId, link.email, EMAIL_TOKEN_HOURS],
      );
      return 0;
    });
  }

  /** Spends a living token and marks its address as proven; false if there is none, or the account has another address now. */
  redeem(hash: Buffer): Promise<boolean> {
    return inTransaction(this.dataSource, async (tx) => {
      const token = await row<{ user_id: string; email: string }>(
        tx,
        `update email_tokens t set used_at = now() from users u
          where t.hash = $1 and t.used_at is null and t.expires_at > now()
            and u.id = t.user_id and u.email = t.email and u.deleted_at is null
         returning t.user_id, t.email`,
        [hash],
      );
      if (!token) return false;
      const proven = await changed(
        tx,
        `update users set email_verified = true where id = $1 and email = $2 and deleted_at is null`,
        [token.user_id, token.email],
      );
      return proven === 1;
    });
  }

  /** Removes every link of a person. */
  async forget(tx: EntityManager, userId: string): Promise<void> {
    await changed(tx, `delete from email_tokens where user_id = $1`, [userId]);
  }
}
