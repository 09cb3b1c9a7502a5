import { DAILY_BONUS_MONTHLY_LIMIT } from '@app/contracts';
import type { EntityManager } from 'typeorm';
import { row } from '../../../platform/database/rows.js';
import { IdentityMarkEntity } from './identity-mark.entity.js';

export interface BonusClaims {
  claims: number;
  lastClaim: string | null;
}

/** With any account of the identity. `month`: `yyyy-mm`. */
export async function readBonusClaims(
  manager: EntityManager,
  identityMark: string,
  month: string,
): Promise<BonusClaims> {
  const marks = await manager.find(IdentityMarkEntity, {
    where: { identityHmac: Buffer.from(identityMark, 'hex') },
    order: { month: 'DESC' },
  });
  return {
    claims: marks.find((mark) => mark.month === `${month}-01`)?.bonusClaims ?? 0,
    lastClaim: marks.find((mark) => mark.lastClaim !== null)?.lastClaim ?? null,
  };
}

/** False when the day or the limit of the month was claimed before, with any account of the identity. */
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
