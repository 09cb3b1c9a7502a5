import { REFRESH_GRACE_SECONDS } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { changed, row } from '../../../platform/database/rows.js';

export interface TokenOwner {
  sessionId: string;
  userId: string;
  /** Neither ended nor expired, and the account exists. */
  isLiving: boolean;
}

export interface UsedToken {
  /** True while the answer to its refresh may have been lost: the successor is young and was never used. */
  isRepeatable: boolean;
  successorSealed: Buffer | null;
}

const OWNER = `
  select s.id as "sessionId", s.user_id as "userId",
         s.revoked_at is null and s.absolute_expiry > now() and u.deleted_at is null as "isLiving"
    from sessions s join users u on u.id = s.user_id
   where s.id = (select session_id from refresh_tokens where hash = $1)`;

const USED = `
  select coalesce(n.used_at is null and n.created_at > now() - make_interval(secs => $2), false) as "isRepeatable",
         t.successor_sealed as "successorSealed"
    from refresh_tokens t left join refresh_tokens n on n.parent_hash = t.hash
   where t.hash = $1 and t.used_at is not null`;

/** The line of refresh tokens of each session: every one but the last is used, and knows its successor. */
@Injectable()
export class RefreshTokens {
  /** Whose token this is, living or not; null for one that is unknown. */
  owner(tx: EntityManager, hash: Buffer): Promise<TokenOwner | null> {
    return row<TokenOwner>(tx, OWNER, [hash]);
  }

  async add(tx: EntityManager, sessionId: string, hash: Buffer, parentHash: Buffer | null): Promise<void> {
    await tx.query(
      `insert into refresh_tokens (hash, session_id, parent_hash, created_at, expires_at)
       select $1, id, $3, clock_timestamp(), absolute_expiry from sessions where id = $2`,
      [hash, sessionId, parentHash],
    );
  }

  /** Spends an unused token, for one of any number of requests that bring it; false if it was used or has expired. */
  async use(tx: EntityManager, hash: Buffer, successorSealed: Buffer): Promise<boolean> {
    const used = await changed(
      tx,
      `update refresh_tokens set used_at = now(), successor_sealed = $2
        where hash = $1 and used_at is null and expires_at > now()`,
      [hash, successorSealed],
    );
    return used === 1;
  }

  /** A token that was used before, or null. */
  used(tx: EntityManager, hash: Buffer): Promise<UsedToken | null> {
    return row<UsedToken>(tx, USED, [hash, REFRESH_GRACE_SECONDS]);
  }
}
