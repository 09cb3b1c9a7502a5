import { SESSION_DAYS, type Plan } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { insertOne } from '../../../platform/database/insert-one.js';
import { prepared } from '../../../platform/database/prepared.js';
import { SessionEntity, type RevokeReason } from './session.entity.js';

// Prepared, because every request reads it.
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

@Injectable()
export class Sessions {
  constructor(private readonly dataSource: DataSource) {}

  async open(tx: EntityManager, userId: string): Promise<string> {
    const absoluteExpiry = () => `now() + interval '${SESSION_DAYS} days'`;
    return insertOne(tx, SessionEntity, { userId, absoluteExpiry });
  }

  async findLiving(sessionId: string): Promise<LivingSession | null> {
    return (await prepared<LivingSession>(this.dataSource, FIND_LIVING, [sessionId]))[0] ?? null;
  }

  async revoke(manager: EntityManager, sessionId: string, reason: RevokeReason): Promise<void> {
    await manager.update(
      SessionEntity,
      { id: sessionId, revokedAt: IsNull() },
      { revokedAt: () => 'now()', revokeReason: reason },
    );
  }

  async revokeAll(tx: EntityManager, userId: string, reason: RevokeReason): Promise<void> {
    await tx.update(SessionEntity, { userId, revokedAt: IsNull() }, { revokedAt: () => 'now()', revokeReason: reason });
  }
}
