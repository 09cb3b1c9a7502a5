import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { oneRow } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { UserEntity } from '../../users/index.js';
import { AddressMailEntity } from './address-mail.entity.js';
import { EmailTokenEntity } from './email-token.entity.js';

export const EMAIL_TOKEN_HOURS = 24;

const MAILS_AN_HOUR = 4;
const MAILS_A_DAY = 10;

/** Until the oldest mail that fills one of the limits is old enough. */
const SECONDS_TO_WAIT = `
  select coalesce(ceil(max(extract(epoch from until - now()))), 0)::int as seconds from (
    (select sent_at + interval '1 hour' as until from address_mails
      where address_hmac = $1 order by sent_at desc offset ${MAILS_AN_HOUR - 1} limit 1)
    union all
    (select sent_at + interval '1 day' from address_mails
      where address_hmac = $1 order by sent_at desc offset ${MAILS_A_DAY - 1} limit 1)) as limits`;

@Injectable()
export class EmailTokens {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the seconds until the mailbox may get another mail; 0 if the link was added. */
  add({
    mailbox,
    ...link
  }: Pick<EmailTokenEntity, 'hash' | 'userId' | 'email'> & { mailbox: Buffer }): Promise<number> {
    return inTransaction(this.dataSource, async (tx) => {
      const lock = `mailbox:${mailbox.toString('hex')}`;
      await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [lock]);
      const { seconds: wait } = await oneRow<{ seconds: number }>(tx, SECONDS_TO_WAIT, [mailbox]);
      if (wait > 0) return wait;
      await tx.insert(AddressMailEntity, { addressHmac: mailbox });
      const expiresAt = () => `now() + interval '${EMAIL_TOKEN_HOURS} hours'`;
      await tx.insert(EmailTokenEntity, { ...link, expiresAt });
      return 0;
    });
  }

  /** False without a valid token, or when the user has another address now. */
  redeem(hash: Buffer): Promise<boolean> {
    return inTransaction(this.dataSource, async (tx) => {
      const token = await tx
        .createQueryBuilder(EmailTokenEntity, 't')
        .innerJoin(UserEntity, 'u', 'u.id = t.userId and u.email = t.email and u.deletedAt is null')
        .where('t.hash = :hash and t.usedAt is null and t.expiresAt > now()', { hash })
        .setLock('for_no_key_update', undefined, ['t', 'u'])
        .getOne();
      if (!token) return false;
      await tx.update(EmailTokenEntity, { hash }, { usedAt: () => 'now()' });
      await tx.update(UserEntity, token.userId, { emailVerified: true });
      return true;
    });
  }

  async deleteOf(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(EmailTokenEntity, { userId });
  }
}
