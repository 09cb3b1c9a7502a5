import { REFRESH_GRACE_SECONDS } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { UserEntity } from '../../users/index.js';
import { RefreshTokenEntity } from './refresh-token.entity.js';
import { SessionEntity } from './session.entity.js';

export interface TokenOwner {
  sessionId: string;
  userId: string;
  /** The session has neither ended nor expired, and the account exists. */
  isLiving: boolean;
}

export interface UsedToken {
  /** The answer may have been lost: the successor is young and unused. */
  isRepeatable: boolean;
  successorSealed: Buffer | null;
  createdAt: Date;
}

/** A chain in each session: every token but the last is used and has one successor. */
@Injectable()
export class RefreshTokens {
  async owner(tx: EntityManager, hash: Buffer): Promise<TokenOwner | null> {
    const owner = await tx
      .createQueryBuilder(SessionEntity, 's')
      .innerJoin(RefreshTokenEntity, 't', 't.sessionId = s.id')
      .innerJoin(UserEntity, 'u', 'u.id = s.userId')
      .select('s.id', 'sessionId')
      .addSelect('s.userId', 'userId')
      .addSelect('s.revokedAt is null and s.absoluteExpiry > now() and u.deletedAt is null', 'isLiving')
      .where('t.hash = :hash', { hash })
      .getRawOne<TokenOwner>();
    return owner ?? null;
  }

  async add(tx: EntityManager, sessionId: string, hash: Buffer, parentHash: Buffer | null): Promise<void> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(RefreshTokenEntity)
      .values({
        hash,
        sessionId,
        parentHash,
        // Later than the use of the parent in the same transaction.
        createdAt: () => 'clock_timestamp()',
        expiresAt: () => '(select absolute_expiry from sessions where id = :sessionId)',
      })
      .setParameter('sessionId', sessionId)
      .execute();
  }

  /** True for one of any number of concurrent requests. False if it was used or has expired. */
  async use(tx: EntityManager, hash: Buffer, successorSealed: Buffer): Promise<boolean> {
    const { affected } = await tx
      .createQueryBuilder()
      .update(RefreshTokenEntity)
      .set({ usedAt: () => 'now()', successorSealed })
      .where('hash = :hash and used_at is null and expires_at > now()', { hash })
      .execute();
    return affected === 1;
  }

  async used(tx: EntityManager, hash: Buffer): Promise<UsedToken | null> {
    const used = await tx
      .createQueryBuilder(RefreshTokenEntity, 't')
      .leftJoin(RefreshTokenEntity, 'n', 'n.parentHash = t.hash')
      .select(
        'coalesce(n.usedAt is null and n.createdAt > now() - make_interval(secs => :graceSeconds), false)',
        'isRepeatable',
      )
      .addSelect('t.successorSealed', 'successorSealed')
      .addSelect('t.createdAt', 'createdAt')
      .where('t.hash = :hash and t.usedAt is not null', { hash, graceSeconds: REFRESH_GRACE_SECONDS })
      .getRawOne<UsedToken>();
    return used ?? null;
  }
}
