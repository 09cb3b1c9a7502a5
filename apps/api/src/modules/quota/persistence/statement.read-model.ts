import { STATEMENT_PROMPT_MAX, toUnits, type Statement, type StatementKind, type StatementLine } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { prepared, type PreparedStatement } from '../../../platform/database/prepared.js';
import { credits, reportedExpiry } from './grants.js';

// Users read "charge"; the ledger settles a hold.
const KIND = `case kind when 'settle' then 'charge' else kind end`;

const PROMPT = `case when char_length(g.prompt) > ${STATEMENT_PROMPT_MAX}
  then left(g.prompt, ${STATEMENT_PROMPT_MAX - 1}) || '…' else g.prompt end`;

const LINE = `json_build_object(
  'id', l.number, 'at', iso_timestamp(l.at), 'kind', l.kind, 'credits', ${credits('l.d_available')},
  'amount', ${credits('greatest(abs(l.d_available), abs(l.d_reserved), l.d_debt - l.d_available)')}, 'balance', ${credits('l.balance')},
  'picture', case when i.id is not null then json_build_object(
    'imageId', i.id, 'generationId', i.generation_id, 'frameNumber', i.seq,
    'prompt', case when i.deleted_at is null then ${PROMPT} end, 'isDeleted', i.deleted_at is not null, 'thumbnail', null) end,
  'grant', case when c.id is not null then json_build_object(
    'kind', c.kind, 'expiresAt', iso_timestamp(${reportedExpiry('c')}),
    'invoice', case when c.kind in ('plan_month', 'plan_topup') then nullif(split_part(c.source_key, ':', 3), '') end) end)`;
const ABOUT = `left join images i on i.id = l.image_id left join generations g on g.id = i.generation_id
  left join credit_grants c on c.id = l.grant_id`;

/**
 * In the order of ledger ids, so each balance existed. `created_at` may lag behind; a line shows the latest time so
 * far.
 */
const STATEMENT: PreparedStatement = {
  name: 'quota-statement',
  text: `
with entries as (
  select ${KIND} as kind, d_available, d_reserved, d_debt, image_id, grant_id,
         row_number() over w as number, sum(d_available) over w as balance, max(created_at) over w as at
    from ledger_entries where user_id = $1::uuid
  window w as (order by id rows unbounded preceding)
), period as (
  select coalesce($2::date::timestamp at time zone 'UTC', '-infinity') as starts,
         coalesce(($3::date + 1)::timestamp at time zone 'UTC', 'infinity') as ends
), figures as (
  select coalesce(sum(d_available) filter (where at < starts), 0) as opening,
         coalesce(sum(d_available) filter (where at < ends), 0) as closing,
         count(*) filter (where at >= starts and at < ends and ($4::text is null or kind = $4)) as total
    from entries, period
), lines as (
  select entries.* from entries, period
   where at >= starts and at < ends and ($4::text is null or kind = $4)
   order by number desc limit $6::int offset ($5::bigint - 1) * $6::int
)
select json_build_object(
  'data', (select coalesce(json_agg(${LINE} order by l.number desc), '[]') from lines l ${ABOUT}),
  'page', $5::bigint, 'limit', $6::int, 'total', total,
  'openingBalance', ${credits('opening')}, 'closingBalance', ${credits('closing')}
) as statement
from figures`,
};

export interface StatementQuestion {
  from?: string | undefined;
  to?: string | undefined;
  kind?: StatementKind | undefined;
  page: number;
  limit: number;
}

/** Of one moment. Thumbnails are left to those who know the files. */
export async function readStatement(
  dataSource: DataSource,
  userId: string,
  { from, to, kind, page, limit }: StatementQuestion,
): Promise<Statement> {
  const params = [userId, from ?? null, to ?? null, kind ?? null, page, limit];
  const [found] = await prepared<{ statement: Statement }>(dataSource, STATEMENT, params);
  if (!found) throw new Error('a statement always has figures');
  return found.statement;
}

const BATCH: PreparedStatement = {
  name: 'quota-statement-batch',
  text: `
with entries as (
  select id, ${KIND} as kind, d_available, d_reserved, d_debt, created_at, image_id, grant_id
    from ledger_entries where user_id = $1::uuid and id > $2::bigint order by id limit $3::int
), lines as (
  select *, $4::bigint + row_number() over w as number, $5::bigint + sum(d_available) over w as balance,
         greatest($6::timestamptz, max(created_at) over w) as at
    from entries window w as (order by id rows unbounded preceding)
)
select l.id, ${LINE} as line from lines l ${ABOUT} order by l.id`,
};

/** No transaction stays open between batches: entries never change, and new ones come last. */
export async function* readStatementBatches(
  dataSource: DataSource,
  userId: string,
  size: number,
): AsyncGenerator<StatementLine[], void> {
  let after: { id: number; line?: StatementLine } = { id: 0 };
  for (;;) {
    const { id, line } = after;
    const carried = [line?.id ?? 0, toUnits(line?.balance ?? 0), line?.at ?? null];
    const batch = await prepared<{ id: number; line: StatementLine }>(dataSource, BATCH, [
      userId,
      id,
      size,
      ...carried,
    ]);
    const last = batch.at(-1);
    if (last) yield batch.map((read) => read.line);
    if (!last || batch.length < size) return;
    after = last;
  }
}
