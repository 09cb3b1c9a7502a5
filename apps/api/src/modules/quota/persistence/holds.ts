import type { EntityManager } from 'typeorm';
import { oneRow, row } from '../../../platform/database/rows.js';
import type { ImageHold } from '../domain/grant.js';
import { reportedExpiry } from './grants.js';

// Each statement must follow a lock of the account, so that it sees what the previous holder committed.

// Images and grants are laid end to end on one scale of units; an overlap is an allocation.
const HOLD = `
with wanted as (
  select image_id, units, sum(units) over (order by n)::bigint as upto
    from unnest($2::uuid[], $3::bigint[]) with ordinality as w (image_id, units, n)
), spendable_grants as (
  select id, remaining, sum(remaining) over (order by ${reportedExpiry('g')} nulls last, id)::bigint as upto
    from credit_grants g
   where user_id = $1::uuid and remaining > 0 and closed_at is null and (expires_at is null or expires_at > (select billing_now()))
), allocations as (
  select w.image_id, g.id as grant_id, least(w.upto, g.upto) - greatest(w.upto - w.units, g.upto - g.remaining) as amount
    from wanted w join spendable_grants g on g.upto - g.remaining < w.upto and w.upto - w.units < g.upto
   where (select max(upto) from spendable_grants) >= (select max(upto) from wanted)
), debited_grants as (
  update credit_grants g set remaining = g.remaining - a.amount
    from (select grant_id, sum(amount)::bigint as amount from allocations group by grant_id) a
   where g.id = a.grant_id
), reserved as (
  insert into holds (image_id, user_id, amount, api_key_id)
  select image_id, $1::uuid, sum(amount)::bigint, $4::uuid from allocations group by image_id
  returning image_id, amount
), lots as (
  insert into hold_lots (image_id, grant_id, amount) select image_id, grant_id, amount from allocations
), entries as (
  insert into ledger_entries (user_id, kind, d_available, d_reserved, image_id, key)
  select $1::uuid, 'hold', -amount, amount, image_id, 'hold:' || image_id from reserved
)
select coalesce(sum(amount), 0)::bigint as units from reserved`;

/** Holds the price of every image from the grants that are told to expire soonest, all or none. Returns the units held. */
export async function holdImages(
  tx: EntityManager,
  userId: string,
  images: ImageHold[],
  apiKeyId: string | null,
): Promise<number> {
  const held = await oneRow<{ units: number }>(tx, HOLD, [
    userId,
    images.map(({ imageId }) => imageId),
    images.map(({ units }) => units),
    apiKeyId,
  ]);
  return held.units;
}

const SETTLE = `
with settled as (
  update holds set state = 'settled', closed_at = now()
   where image_id = $2::uuid and user_id = $1::uuid and state = 'held' returning image_id, amount
), account as (
  update credit_accounts a set reserved = a.reserved - s.amount from settled s where a.user_id = $1::uuid
), entry as (
  insert into ledger_entries (user_id, kind, d_reserved, image_id, key)
  select $1::uuid, 'settle', -amount, image_id, 'close:' || image_id from settled
), day as (
  insert into spending_days as d (user_id, day, pictures, units)
  select $1::uuid, (now() at time zone 'UTC')::date, 1, amount from settled
  on conflict (user_id, day) do update set pictures = d.pictures + 1, units = d.units + excluded.units
)
select amount from settled`;

export const settleHold = async (tx: EntityManager, userId: string, imageId: string): Promise<boolean> =>
  (await row(tx, SETTLE, [userId, imageId])) !== null;

/** What was restored last of a grant, or the grant. Debts since then are its own. */
const ORIGIN = `
select case when exists (select 1 from ledger_entries e where e.key = 'forgive:' || n.id) then '-infinity' else n.expires_at end
         as expires_at,
       (select coalesce(sum(e.d_debt), 0) from ledger_entries e join credit_grants c on c.id = e.grant_id
         where c.user_id = $1::uuid and c.origin_key = g.origin_key
           and (e.kind = 'clawback' or e.image_id is not null)
           and e.id > (select id from ledger_entries where key = 'grant:' || n.source_key)) as owed
  from credit_grants n where n.user_id = $1::uuid and n.origin_key = g.origin_key
 order by n.id desc limit 1`;

/** What was held before is forgiven. */
const FORGIVEN = `
select coalesce(max(e.id), 0) as id
  from credit_grants c join ledger_entries e on e.key = 'forgive:' || c.id
 where c.user_id = $1::uuid and c.origin_key = g.origin_key`;

// What its grant owes since it was restored last is repaid first; a revoked one then is open again, for as long as what was
// restored. The key is new: the grant's rest may have expired before.
const RETURN = `
with returned as (
  update holds set state = 'returned', closed_at = now()
   where image_id = $2::uuid and user_id = $1::uuid and state = 'held' returning image_id, amount
), lots as (
  select l.grant_id, l.amount, g.closed_at, g.origin_key, o.owed, o.expires_at, begun.id < f.id as is_forgiven,
         exists (select 1 from ledger_entries e where e.grant_id = g.id and e.kind = 'clawback')
         and not exists (select 1 from ledger_entries e where e.key = 'expire:' || g.id) as is_revoked
    from returned r join hold_lots l using (image_id) join credit_grants g on g.id = l.grant_id
    join ledger_entries begun on begun.key = 'hold:' || r.image_id
   cross join lateral (${ORIGIN}) o cross join lateral (${FORGIVEN}) f
), account_debt as (
  select debt from credit_accounts where user_id = $1::uuid
), owing as (
  select *, greatest(0, least(amount, owed - coalesce(sum(amount) filter (where not is_forgiven)
              over (partition by origin_key order by grant_id rows between unbounded preceding and 1 preceding), 0))) as owes
    from lots
), repaying as (
  select *, case when is_forgiven then 0 else greatest(0, least(owes, (select debt from account_debt)
              - coalesce(sum(owes) filter (where not is_forgiven)
                  over (order by grant_id rows between unbounded preceding and 1 preceding), 0)))::bigint end as repaid
    from owing
), portions as (
  select grant_id, repaid, amount - repaid as rest,
         (closed_at is not null and not is_revoked) or coalesce(expires_at <= (select billing_now()), false) as expired
    from repaying
), refilled as (
  update credit_grants g set remaining = g.remaining + p.rest, closed_at = null
    from portions p where g.id = p.grant_id and p.rest > 0 and not p.expired
), account as (
  update credit_accounts a
     set available = a.available + (select coalesce(sum(rest), 0)::bigint from portions where not expired),
         reserved = a.reserved - r.amount, debt = a.debt - (select coalesce(sum(repaid), 0)::bigint from portions)
    from returned r where a.user_id = $1::uuid
), entries as (
  insert into ledger_entries (user_id, kind, d_available, d_reserved, d_debt, image_id, grant_id, key)
  select $1::uuid, 'return', amount, -amount, 0, image_id, null, 'close:' || image_id from returned
  union all
  select $1::uuid, 'debt_repay', -p.repaid, 0, -p.repaid, r.image_id, p.grant_id,
         'debt_repay:' || p.grant_id || ':' || r.image_id
    from portions p, returned r where p.repaid > 0
  union all
  select $1::uuid, 'expire', -p.rest, 0, 0, r.image_id, p.grant_id, 'expire:' || p.grant_id || ':' || r.image_id
    from portions p, returned r where p.expired and p.rest > 0
)
select amount from returned`;

export const returnHold = async (tx: EntityManager, userId: string, imageId: string): Promise<boolean> =>
  (await row(tx, RETURN, [userId, imageId])) !== null;
