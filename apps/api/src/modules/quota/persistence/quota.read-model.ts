import type { DataSource } from 'typeorm';
import { prepared, type PreparedStatement } from '../../../platform/database/prepared.js';
import { SerializedAnswer } from '../../../platform/http/serialized-answer.js';
import { credits, reportedExpiry } from './grants.js';

// Counts open generations itself: one round trip, and quota may not import images. What waits for the credits of the next
// month may end at any moment.
const QUOTA: PreparedStatement = {
  name: 'quota-show',
  text: `
select json_build_object(
  'totalCredits', ${credits('g.total')},
  'remainingCredits', ${credits('w.remaining')},
  'currentCredits', ${credits('w.remaining + w.reserved')},
  'canGenerate', w.remaining >= $2::bigint,
  'subscriptionStatus', $3::text,
  'inFlight', (select count(*) from generations where user_id = $1::uuid and status in ('pending', 'processing')),
  'inFlightLimit', $4::int,
  'imagesPerGeneration', $5::int,
  'nextExpiry', (
    select json_build_object('credits', ${credits('sum(remaining)')}, 'at', iso_timestamp(at))
      from credit_grants g
     cross join lateral (select greatest(${reportedExpiry('g')}, (select billing_now())) as at) told
     where user_id = $1::uuid and closed_at is null and remaining > 0 and expires_at > (select billing_now())
     group by at order by at limit 1),
  'nextGrantAt', case when $6::boolean then iso_timestamp((date_trunc('month', billing_now() at time zone 'UTC') + interval '1 month') at time zone 'UTC') end
)::text as json
from (
  select coalesce(sum(amount) filter (where expires_at is null or expires_at > (select billing_now())), 0) as total,
         coalesce(sum(remaining) filter (where expires_at <= (select billing_now())), 0) as stale
    from credit_grants where user_id = $1::uuid and closed_at is null
) g
left join credit_accounts a on a.user_id = $1::uuid
cross join lateral (select coalesce(a.available, 0) - g.stale as remaining, coalesce(a.reserved, 0) as reserved) w`,
};

const OPEN_GENERATIONS: PreparedStatement = {
  name: 'quota-open-generations',
  text: `select count(*)::int as open from generations where user_id = $1::uuid and status in ('pending', 'processing')`,
};

export async function countOpenGenerations(dataSource: DataSource, userId: string): Promise<number> {
  const [counted] = (await prepared<{ open: number }>(dataSource, OPEN_GENERATIONS, [userId])) as [{ open: number }];
  return counted.open;
}

export interface QuotaQuestion {
  userId: string;
  cheapestUnits: number;
  plan: string;
  inFlightLimit: number;
  imagesPerGeneration: number;
  /** Whether the 1st of the next UTC month brings credits. */
  freeMonth: boolean;
}

const answer = async (
  dataSource: DataSource,
  statement: PreparedStatement,
  params: unknown[],
): Promise<SerializedAnswer> => {
  const [found] = (await prepared<{ json: string }>(dataSource, statement, params)) as [{ json: string }];
  return new SerializedAnswer(found.json);
};

/** Expired grants that were not swept do not count. */
export const readQuota = (dataSource: DataSource, question: QuotaQuestion): Promise<SerializedAnswer> =>
  answer(dataSource, QUOTA, [
    question.userId,
    question.cheapestUnits,
    question.plan,
    question.inFlightLimit,
    question.imagesPerGeneration,
    question.freeMonth,
  ]);

// Reads daily sums and grants, never the ledger's image entries, which grow with every image.
const STATS: PreparedStatement = {
  name: 'quota-stats',
  text: `
with today as (
  select (now() at time zone 'UTC')::date as day
), spent as (
  select day, units, pictures from spending_days where user_id = $1::uuid
)
select json_build_object(
  'grantedCredits', ${credits('(select coalesce(sum(amount), 0) from credit_grants where user_id = $1::uuid)')},
  'spentCredits', ${credits('(select coalesce(sum(units), 0) from spent)')},
  'heldCredits', ${credits('(select coalesce(sum(reserved), 0) from credit_accounts where user_id = $1::uuid)')},
  'expiredCredits', ${credits(
    `(select coalesce(-sum(l.d_available), 0) from credit_grants g join ledger_entries l on l.grant_id = g.id
       where g.user_id = $1::uuid and l.kind = 'expire')`,
  )},
  'spentThisMonth', ${credits(
    `(select coalesce(sum(units), 0) from spent where day >= date_trunc('month', today.day::timestamp)::date)`,
  )},
  'days', (
    select json_agg(json_build_object(
             'date', to_char(d, 'YYYY-MM-DD'), 'spentCredits', ${credits('coalesce(s.units, 0)')},
             'images', coalesce(s.pictures, 0)) order by d)
      from generate_series((today.day - 29)::timestamp, today.day::timestamp, interval '1 day') d
      left join spent s on s.day = d::date)
)::text as json
from today`,
};

export const readQuotaStats = (dataSource: DataSource, userId: string): Promise<SerializedAnswer> =>
  answer(dataSource, STATS, [userId]);
