import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { UserEntity } from '../../users/index.js';
import { EmailTokenEntity } from './email-token.entity.js';

/** Hours in which a confirmation link works. */
export const EMAIL_TOKEN_HOURS = 24;

/** Links that confirm an email address. Each works once. */
@Injectable()
export class EmailTokens {
  constructor(private readonly dataSource: DataSource) {}

  async add(hash: Buffer, userId: string, email: string): Promise<void> {
    const expiresAt = () => `now() + interval '${EMAIL_TOKEN_HOURS} hours'`;
    await this.dataSource.manager.insert(EmailTokenEntity, { hash, userId, email, expiresAt });
  }

  /** Uses a valid token and marks its address as verified. False if there is none, or the user has another address now. */
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
