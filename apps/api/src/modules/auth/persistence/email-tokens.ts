import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { changed, row } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';

/** Hours in which a confirmation link works. */
export const EMAIL_TOKEN_HOURS = 24;

/** Links by which somebody shows that an address is theirs. Each works once. */
@Injectable()
export class EmailTokens {
  constructor(private readonly dataSource: DataSource) {}

  async add(hash: Buffer, userId: string, email: string): Promise<void> {
    await this.dataSource.query(
      `insert into email_tokens (hash, user_id, email, expires_at) values ($1, $2, $3, now() + make_interval(hours => $4))`,
      [hash, userId, email, EMAIL_TOKEN_HOURS],
    );
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
