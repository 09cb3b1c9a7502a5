import type { EntityManager } from 'typeorm';
import { row } from '../../../platform/database/rows.js';
import type { PictureHold } from '../domain/grant.js';
import { HELD, PURSE, SETTLED } from './moves.js';

/*
 * All statements here expect the account to be locked by an earlier statement of the same transaction, so that their
 * own snapshot sees what the previous owner of the lock committed.
 */

const HOLD = `
with wanted as (
  select image_id, units, sum(units) over (order by n)::bigint as upto
    from unnest($2::uuid[], $3::bigint[]) with ordinality as w (image_id, units, n)
), ${PURSE}, ${HELD}
select coalesce(sum(amount), 0)::bigint as units from held`;

/** Holds every picture from the grants that expire soonest, all or none; answers the units held. */
export async function holdPictures(tx: EntityManager, userId: string, pictures: PictureHold[]): Promise<number> {
  const held = await row<{ units: number }>(tx, HOLD, [
    userId,
    pictures.map(({ imageId }) => imageId),
    pictures.map(({ units }) => units),
  ]);
  return held?.units ?? 0;
}

const SETTLE = `
with due as (
  select $2::uuid as image_id
), ${SETTLED}
select amount from closed`;

/** Spends the hold of a delivered picture; false when it was closed before. */
export const settleHold = async (tx: EntityManager, userId: string, imageId: string): Promise<boolean> =>
  (await row(tx, SETTLE, [userId, imageId])) !== null;

// A lot of a grant that expired (or was closed) meanwhile must not come back to life: what is returned to it expires in
// the same statement, under a key of its own because the grant's remainder may have expired earlier.
const RETURN = `
with closed as (
  update holds set state = 'returned', closed_at = now()
   where image_id = $2::uuid and user_id = $1::uuid and state = 'held' returning image_id, amount
), lots as (
  select l.grant_id, l.amount, g.closed_at is not null or coalesce(g.expires_at <= now(), false) as expired
    from closed c join hold_lots l using (image_id) join credit_grants g on g.id = l.grant_id
), refilled as (
  update credit_grants g set remaining = g.remaining + l.amount from lots l where g.id = l.grant_id and not l.expired
), account as (
  update credit_accounts a
     set available = a.available + (select coalesce(sum(amount), 0)::bigint from lots where not expired),
         reserved = a.reserved - c.amount
    from closed c where a.user_id = $1::uuid
), entries as (
  insert into ledger_entries (user_id, kind, d_available, d_reserved, image_id, grant_id, key)
  select $1::uuid, 'return', amount, -amount, image_id, null, 'close:' || image_id from closed
  union all
  select $1::uuid, 'expire', -l.amount, 0, c.image_id, l.grant_id, 'expire:' || l.grant_id || ':' || c.image_id
    from lots l, closed c where l.expired
)
select amount from closed`;

/** Gives the hold of an undelivered picture back to its own grants; false when it was closed before. */
export const returnHold = async (tx: EntityManager, userId: string, imageId: string): Promise<boolean> =>
  (await row(tx, RETURN, [userId, imageId])) !== null;
