import { DAILY_BONUS_MONTHLY_LIMIT } from '@app/contracts';
import type { EntityManager } from 'typeorm';
import { row, type Sql } from '../../../platform/database/rows.js';

export interface BonusClaims {
  /** Of the month. */
  claims: number;
  /** `yyyy-mm-dd` of the last one ever, or null. */
  lastClaim: string | null;
}

/** What an identity (its mark, hexadecimal) has claimed, with whatever account. `month`: `yyyy-mm`. */
export async function readBonusClaims(sql: Sql, identityMark: string, month: string): Promise<BonusClaims> {
  const found = await row<BonusClaims>(
    sql,
    `select coalesce((select bonus_claims from identity_marks
                       where identity_hmac = decode($1, 'hex') and month = ($2 || '-01')::date), 0) as claims,
            (select to_char(last_claim, 'YYYY-MM-DD') from identity_marks
              where identity_hmac = decode($1, 'hex') and last_claim is not null
              order by month desc limit 1) as "lastClaim"`,
    [identityMark, month],
  );
  return found ?? { claims: 0, lastClaim: null };
}

/**
 * Counts a claim of `day` (`yyyy-mm-dd`), unless that day or the whole month was claimed: one statement decides, for any
 * number of accounts of the identity. False: nothing has changed.
 */
export const countBonusClaim = async (tx: EntityManager, identityMark: string, day: string): Promise<boolean> =>
  (await row(
    tx,
    `insert into identity_marks as m (identity_hmac, month, bonus_claims, last_claim)
     values (decode($1, 'hex'), date_trunc('month', $2::timestamp)::date, 1, $2::date)
     on conflict (identity_hmac, month) do update
        set bonus_claims = m.bonus_claims + 1, last_claim = excluded.last_claim
      where m.bonus_claims < ${DAILY_BONUS_MONTHLY_LIMIT}
        and (m.last_claim is null or m.last_claim < excluded.last_claim)
     returning 1`,
    [identityMark, day],
  )) !== null;
