/*
 * Parts of statements (CTEs) that move credits. `$1` is the user. A statement that uses them either follows a lock of the
 * account in its transaction, or asks by `SEEN` whether it sees the account as it is.
 */

/** `purse`: what living grants have left, soonest to expire first. */
export const PURSE = `purse as (
  select id, remaining, sum(remaining) over (order by expires_at nulls last, id)::bigint as upto
    from credit_grants
   where user_id = $1::uuid and remaining > 0 and closed_at is null and (expires_at is null or expires_at > now())
)`;

/**
 * Holds the pictures of `wanted` (image_id, units, upto) from `purse`, all or none; `held` has a row for each. Pictures and
 * grants are laid end to end on one line of units; where a picture and a grant overlap is a lot.
 */
export const HELD = `lots as (
  select w.image_id, p.id as grant_id, least(w.upto, p.upto) - greatest(w.upto - w.units, p.upto - p.remaining) as amount
    from wanted w join purse p on p.upto - p.remaining < w.upto and w.upto - w.units < p.upto
   where (select max(upto) from purse) >= (select max(upto) from wanted)
), spent as (
  update credit_grants g set remaining = g.remaining - s.amount
    from (select grant_id, sum(amount)::bigint as amount from lots group by grant_id) s
   where g.id = s.grant_id
), held as (
  insert into holds (image_id, user_id, amount)
  select image_id, $1::uuid, sum(amount)::bigint from lots group by image_id
  returning image_id, amount
), written as (
  insert into hold_lots (image_id, grant_id, amount) select image_id, grant_id, amount from lots
), entries as (
  insert into ledger_entries (user_id, kind, d_available, d_reserved, image_id, key)
  select $1::uuid, 'hold', -amount, amount, image_id, 'hold:' || image_id from held
)`;

/** Spends the hold of the picture in `due` (image_id), once; `closed` (image_id, amount) has a row when it was this call. */
export const SETTLED = `closed as (
  update holds h set state = 'settled', closed_at = now() from due
   where h.image_id = due.image_id and h.user_id = $1::uuid and h.state = 'held' returning h.image_id, h.amount
), account as (
  update credit_accounts a set reserved = a.reserved - c.amount from closed c where a.user_id = $1::uuid
), entry as (
  insert into ledger_entries (user_id, kind, d_reserved, image_id, key)
  select $1::uuid, 'settle', -amount, image_id, 'close:' || image_id from closed
), day as (
  insert into spending_days as d (user_id, day, pictures, units)
  select $1::uuid, (now() at time zone 'UTC')::date, 1, amount from closed
  on conflict (user_id, day) do update set pictures = d.pictures + 1, units = d.units + excluded.units
)`;

/**
 * For statements that are a transaction by themselves. Everything in a statement sees the rows as they were when it began,
 * also after it has waited for a lock; so nothing that it reads beside the account may decide unless nobody has moved the
 * account's credits since. Whoever moves them writes the account's row, and the row that was written last tells by `xmin`.
 * `seen` is the account as the statement sees it, if `condition` holds.
 */
export const seen = (condition: string): string => `seen as materialized (
  select a.user_id, a.xmin as version from credit_accounts a where a.user_id = $1::uuid and ${condition}
)`;

/** `paid`: debits `units` from the account in `seen`, unless somebody was faster. Goes after `PURSE` and before `HELD`. */
export const paid = (units: string): string => `paid as (
  update credit_accounts a set available = a.available - ${units}, reserved = a.reserved + ${units} from seen
   where a.user_id = seen.user_id and a.xmin = seen.version and a.available >= ${units}
     and (select max(upto) from purse) >= ${units}
  returning a.user_id
)`;

/** `current`: locks the account; has a row when it still is as in `seen`. */
export const CURRENT = `locked as materialized (
  select a.user_id, a.xmin as version from credit_accounts a where a.user_id = $1::uuid for no key update
), current as materialized (
  select l.user_id from locked l join seen s on s.version = l.version
)`;
