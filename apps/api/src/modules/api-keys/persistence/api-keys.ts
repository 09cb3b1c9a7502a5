import { toCredits, type ApiKey, type ApiKeyScope, type Plan } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { insertOne } from '../../../platform/database/insert-one.js';
import { prepared } from '../../../platform/database/prepared.js';
import { oneRow, row, rows, type Sql } from '../../../platform/database/rows.js';
import { ApiKeyEntity } from './api-key.entity.js';

/** A replaced key is shown until its overlap has ended. */
const LISTED = `k.user_id = $1 and k.revoked_at is null and (k.replaced_by is null or k.expires_at > now())`;

const SHOWN = `
select k.id, k.name, k.hint, k.scopes, k.daily_units as "dailyUnits", k.requests,
       (select coalesce(sum(h.amount), 0)::bigint from holds h
         where h.api_key_id = k.id and h.state <> 'returned') as "units",
       (select coalesce(sum(h.amount), 0)::bigint from api_keys f join holds h on h.api_key_id = f.id
         where f.family_id = k.family_id and h.state <> 'returned'
           and h.created_at >= date_trunc('day', now(), 'UTC')) as "unitsToday",
       iso_timestamp(k.created_at) as created_at, iso_timestamp(k.last_used_at) as last_used_at,
       iso_timestamp(k.expires_at) as expires_at, k.replaced_by
  from api_keys k where ${LISTED} and ($2::uuid is null or k.id = $2)
 order by k.created_at desc, k.id`;

type ShownRow = Pick<
  ApiKey,
  'id' | 'name' | 'hint' | 'scopes' | 'requests' | 'created_at' | 'last_used_at' | 'expires_at' | 'replaced_by'
> & { dailyUnits: number | null; units: number; unitsToday: number };

const shown = ({ dailyUnits, units, unitsToday, ...rest }: ShownRow): ApiKey => ({
  ...rest,
  daily_credits: dailyUnits === null ? null : toCredits(dailyUnits),
  credits_used_today: toCredits(unitsToday),
  credits_used: toCredits(units),
});

// Asked on every request, so that a revoked key is refused at once in every process.
const FIND_LIVING_KEY = {
  name: 'find_living_api_key',
  text: `select k.id, k.user_id as "userId", k.scopes, u.plan
           from api_keys k join users u on u.id = k.user_id
          where k.key_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
            and u.deleted_at is null`,
};

const CHANGE_BUDGET = `
update api_keys k set daily_units = $3
  from api_keys own
 where own.id = $1 and own.user_id = $2 and own.revoked_at is null
   and k.family_id = own.family_id and k.created_at <= own.created_at`;

export interface LivingApiKey {
  id: string;
  userId: string;
  scopes: ApiKeyScope[];
  plan: Plan;
}

export type NewApiKeyRow = Pick<
  ApiKeyEntity,
  'userId' | 'familyId' | 'name' | 'hint' | 'keyHash' | 'scopes' | 'dailyUnits' | 'sessionId' | 'mailDue'
> & { expiresAt: Date | string | null };

@Injectable()
export class ApiKeys {
  constructor(private readonly dataSource: DataSource) {}

  async findLiving(keyHash: Buffer): Promise<LivingApiKey | null> {
    const [key] = await prepared<LivingApiKey & Record<string, unknown>>(this.dataSource, FIND_LIVING_KEY, [keyHash]);
    return key ?? null;
  }

  async list(userId: string): Promise<ApiKey[]> {
    return (await rows<ShownRow>(this.dataSource, SHOWN, [userId, null])).map(shown);
  }

  /** Null for a key that is unknown, of another user, revoked, or replaced for good. */
  async show(sql: Sql, userId: string, id: string): Promise<ApiKey | null> {
    const key = await row<ShownRow>(sql, SHOWN, [userId, id]);
    return key && shown(key);
  }

  /** Keeps a session from ending until `tx` does, so that no key is made in one that has ended. False if it has. */
  async lockSession(tx: EntityManager, sessionId: string): Promise<boolean> {
    return (
      (await row(tx, `select id from sessions where id = $1 and revoked_at is null for share`, [sessionId])) !== null
    );
  }

  async countListed(tx: EntityManager, userId: string): Promise<number> {
    const listed = `select count(*) from api_keys k where ${LISTED}`;
    return (await oneRow<{ count: number }>(tx, listed, [userId])).count;
  }

  insert(tx: EntityManager, key: NewApiKeyRow): Promise<string> {
    return insertOne(tx, ApiKeyEntity, key);
  }

  /** A key that works and was not replaced; null otherwise. */
  findReplaceable(tx: EntityManager, userId: string, id: string): Promise<ApiKeyEntity | null> {
    return tx
      .createQueryBuilder(ApiKeyEntity, 'k')
      .where({ id, userId, revokedAt: IsNull(), replacedBy: IsNull() })
      .andWhere('(k.expires_at is null or k.expires_at > now())')
      .getOne();
  }

  /** Lets a key end after the overlap, or when it would have ended anyway. */
  async replace(tx: EntityManager, id: string, replacedBy: string, overlapHours: number): Promise<void> {
    await tx.update(
      ApiKeyEntity,
      { id },
      { replacedBy, expiresAt: () => `least(expires_at, now() + interval '${overlapHours} hours')` },
    );
  }

  /** A budget is one with the keys that this one replaced, some of which may still work. */
  async change(
    tx: EntityManager,
    { userId, id }: Pick<ApiKeyEntity, 'userId' | 'id'>,
    { name, dailyUnits }: Partial<Pick<ApiKeyEntity, 'name' | 'dailyUnits'>>,
  ): Promise<void> {
    if (name !== undefined) await tx.update(ApiKeyEntity, { id, userId, revokedAt: IsNull() }, { name });
    if (dailyUnits !== undefined) await rows(tx, CHANGE_BUDGET, [id, userId, dailyUnits]);
  }

  /** False when there is no such key, or it was revoked before. */
  async revoke(userId: string, id: string): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(
      ApiKeyEntity,
      { id, userId, revokedAt: IsNull() },
      { revokedAt: () => 'now()' },
    );
    return affected === 1;
  }

  /** Revokes all keys of a user and forgets their names. */
  async end(tx: EntityManager, userId: string): Promise<void> {
    await rows(tx, `update api_keys set revoked_at = coalesce(revoked_at, now()), name = '' where user_id = $1`, [
      userId,
    ]);
  }
}
