import { DAILY_BONUS_CREDITS, DAILY_BONUS_MONTHLY_LIMIT, MODELS, priceUnits, QUALITIES, toUnits } from '@app/contracts';
import { ACCOUNT_INVARIANTS } from './account-invariants.js';
import { BATCH_INVARIANTS } from './batch-invariants.js';
import { BILLING_INVARIANTS } from './billing-invariants.js';

const PRICES = MODELS.flatMap((model) =>
  QUALITIES.map((quality) => `('${model}', '${quality}', ${priceUnits(model, quality)})`),
).join(', ');

/** What must hold at every commit: each statement returns the rows that break it, so none. */
export const INVARIANTS = {
  'D1 the stored balance is the sum of the ledger': `
    select a.user_id, a.available, a.reserved, a.debt, sum(l.d_available) as ledger_available,
           sum(l.d_reserved) as ledger_reserved, sum(l.d_debt) as ledger_debt
      from credit_accounts a left join ledger_entries l using (user_id)
     group by a.user_id, a.available, a.reserved, a.debt
    having a.available <> coalesce(sum(l.d_available), 0) or a.reserved <> coalesce(sum(l.d_reserved), 0)
        or a.debt <> coalesce(sum(l.d_debt), 0)`,
  'D2 what is reserved is what open holds hold': `
    select a.user_id, a.reserved, sum(h.amount) as held
      from credit_accounts a left join holds h on h.user_id = a.user_id and h.state = 'held'
     group by a.user_id, a.reserved having a.reserved <> coalesce(sum(h.amount), 0)`,
  'D3 what is available is what is left of the grants': `
    select a.user_id, a.available, sum(g.remaining) as remaining
      from credit_accounts a left join credit_grants g on g.user_id = a.user_id
     group by a.user_id, a.available having a.available <> coalesce(sum(g.remaining), 0)`,
  // What is neither can only be open and held.
  'D4 and D5 delivered is settled, failed or cancelled is returned, open is held': `
    select i.id, i.status, h.state from images i join holds h on h.image_id = i.id
     where (i.status = 'completed') <> (h.state = 'settled')
        or (i.status in ('failed', 'cancelled')) <> (h.state = 'returned')`,
  'D6 a generation has its count of images, each with a hold, and the status that follows from them': `
    select g.id, g.status, g.count, count(i.id) as pictures, count(h.image_id) as holds
      from generations g left join images i on i.generation_id = g.id left join holds h on h.image_id = i.id
     group by g.id, g.count, g.status
    having count(i.id) <> g.count or count(h.image_id) <> g.count
        or (g.status = 'completed') <> (count(*) filter (where i.status in ('pending', 'processing')) = 0
                                        and count(*) filter (where i.status = 'completed') > 0)
        or (g.status in ('failed', 'cancelled')
            and count(*) filter (where i.status in ('pending', 'processing', 'completed')) > 0)`,
  'D7 a delivered image has an object, an image has the owner of its generation': `
    select i.id from images i join generations g on g.id = i.generation_id
     where (i.status = 'completed' and i.object_key is null) or i.user_id <> g.user_id
        or (i.idx = 0) <> (i.id = g.id)`,
  'D8 nothing is open past its deadline': `
    select id, status, deadline from generations
     where (status in ('pending', 'processing') and deadline < now() - interval '60 s')
        or deadline > created_at + interval '241 s'`,
  'D9 an image has one hold entry and at most one close': `
    select image_id from ledger_entries where kind in ('hold', 'settle', 'return') group by 1
    having count(*) filter (where kind = 'hold') <> 1 or count(*) filter (where kind <> 'hold') > 1`,
  'D10 units of a grant are left, held, spent, expired, clawed back or used for a debt': `
    select g.id, g.amount, g.remaining, u.s as used, x.s as gone from credit_grants g
      left join lateral (select coalesce(sum(l.amount), 0) s from hold_lots l join holds h using (image_id)
                          where l.grant_id = g.id and h.state in ('held', 'settled')) u on true
      left join lateral (select coalesce(-sum(d_available), 0) s from ledger_entries
                          where grant_id = g.id and kind in ('expire', 'clawback', 'debt_repay')) x on true
     where g.amount - g.remaining <> u.s + x.s`,
  'D11 a hold is the sum of its lots': `
    select h.image_id, h.amount, sum(l.amount) as lots from holds h left join hold_lots l using (image_id)
     group by h.image_id, h.amount having h.amount <> coalesce(sum(l.amount), 0)`,
  // Prices change: those of today are compared with what was accepted since the check of the day before.
  'D12 a hold is the price of its model, or the lower one that a batch froze': `
    select h.image_id, h.amount, g.unit_price, g.model, g.quality, p.units, r.unit_price as frozen
      from holds h join images i on i.id = h.image_id join generations g on g.id = i.generation_id
      left join (values ${PRICES}) as p (model, quality, units) on p.model = g.model and p.quality = g.quality
      left join batch_rows r on r.generation_id = g.id
     where h.amount <> g.unit_price
        or (g.created_at > now() - interval '25 hours'
            and (p.units is null or g.unit_price <> least(p.units, r.unit_price)))`,
  'D13 a grant has one entry of its amount': `
    select g.id, g.amount from credit_grants g left join ledger_entries l on l.grant_id = g.id and l.kind = 'grant'
     group by g.id, g.amount having count(l.id) <> 1 or sum(l.d_available) <> g.amount`,
  'D14 no expired grant is still spendable after a sweep': `
    select id, user_id, remaining, expires_at from credit_grants
     where remaining > 0 and expires_at < billing_now() - interval '15 min'`,
  'D17 an identity has at most five bonuses a month, each of one credit': `
    select split_part(source_key, ':', 2) as identity, left(split_part(source_key, ':', 3), 7) as month, count(*)
      from credit_grants where kind = 'bonus' group by 1, 2
    having count(*) > ${DAILY_BONUS_MONTHLY_LIMIT} or bool_or(amount <> ${toUnits(DAILY_BONUS_CREDITS)})`,
  ...ACCOUNT_INVARIANTS,
  ...BATCH_INVARIANTS,
  ...BILLING_INVARIANTS,
} as const;
