import type { DataSource } from 'typeorm';
import { isoTimestamp, prepared, type PreparedStatement } from '../../../platform/database/prepared.js';
import { JsonText } from '../../../platform/http/json-text.js';
import { UNITS_PER_CREDIT } from '@app/contracts';

const credits = (units: string): string => `trim_scale((${units})::numeric / ${UNITS_PER_CREDIT})`;

// Open generations are counted here rather than asked of their own module: the answer is one round trip, and the arrow
// between the modules points the other way.
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
    select json_build_object('credits', ${credits('sum(remaining)')}, 'at', ${isoTimestamp('expires_at')})
      from credit_grants
     where user_id = $1::uuid and closed_at is null and remaining > 0 and expires_at > now()
     group by expires_at order by expires_at limit 1),
  'nextGrantAt', case when $6::boolean then ${isoTimestamp(
    `(date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC'`,
  )} end
)::text as json
from (
  select coalesce(sum(amount) filter (where expires_at is null or expires_at > now()), 0) as total,
         coalesce(sum(remaining) filter (where expires_at <= now()), 0) as stale
    from credit_grants where user_id = $1::uuid and closed_at is null
) g
left join credit_accounts a on a.user_id = $1::uuid
cross join lateral (select coalesce(a.available, 0) - g.stale as remaining, coalesce(a.reserved, 0) as reserved) w`,
};

export interface QuotaQuestion {
  userId: string;
  /** The least that one picture costs. */
  cheapestUnits: number;
  plan: string;
  inFlightLimit: number;
  imagesPerGeneration: number;
  /** Whether the 1st of the next UTC month brings credits. */
  freeMonth: boolean;
}

const answer = async (dataSource: DataSource, statement: PreparedStatement, params: unknown[]): Promise<JsonText> => {
  const [found] = await prepared<{ json: string }>(dataSource, statement, params);
  if (!found) throw new Error(`${statement.name} gave no row`);
  return new JsonText(found.json);
};

/** `GET /quota` as JSON. Grants that expired but were not swept yet do not count. */
export const readQuota = (dataSource: DataSource, question: QuotaQuestion): Promise<JsonText> =>
  answer(dataSource, QUOTA, [
    question.userId,
    question.cheapestUnits,
    question.plan,
    question.inFlightLimit,
    question.imagesPerGeneration,
    question.freeMonth,
  ]);

const STATS: PreparedStatement = {
  name: 'quota-stats',
  text: `
with entries as (
  select kind, d_available, d_reserved, (created_at at time zone 'UTC')::date as day
    from ledger_entries where user_id = $1::uuid
), today as (
  select (now() at time zone 'UTC')::date as day
), spent as (
  select day, -sum(d_reserved) as units, count(*) as images from entries where kind = 'settle' group by day
)
select json_build_object(
  'grantedCredits', ${credits(`(select coalesce(sum(d_available), 0) from entries where kind = 'grant')`)},
  'spentCredits', ${credits('(select coalesce(sum(units), 0) from spent)')},
  'heldCredits', ${credits('(select coalesce(sum(reserved), 0) from credit_accounts where user_id = $1::uuid)')},
  'expiredCredits', ${credits(`(select coalesce(-sum(d_available), 0) from entries where kind = 'expire')`)},
  'spentThisMonth', ${credits(
    `(select coalesce(sum(units), 0) from spent where day >= date_trunc('month', today.day::timestamp)::date)`,
  )},
  'days', (
    select json_agg(json_build_object(
             'date', to_char(d, 'YYYY-MM-DD'), 'spentCredits', ${credits('coalesce(s.units, 0)')},
             'images', coalesce(s.images, 0)) order by d)
      from generate_series((today.day - 29)::timestamp, today.day::timestamp, interval '1 day') d
      left join spent s on s.day = d::date)
)::text as json
from today`,
};

/** `GET /quota/stats` as JSON: sums over the ledger, and the last 30 UTC days. */
export const readQuotaStats = (dataSource: DataSource, userId: string): Promise<JsonText> =>
  answer(dataSource, STATS, [userId]);
