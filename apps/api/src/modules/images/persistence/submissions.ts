import type { EngineId } from '@app/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { prepared } from '../../../platform/database/prepared.js';
import { row, rows } from '../../../platform/database/rows.js';
import { textTokens, tokenNumbers } from '../../../platform/text/search-tokens.js';
import { HELD, paid, PURSE, seen } from '../../quota/index.js';
import type { BacklogFacts } from '../domain/waiting-time.js';
import { lineAt } from './line.js';
import { AS_WRITTEN, asWritten, type NewGeneration, type WrittenFacts } from './new-generation.js';
import { OPEN, SHOWN_PARENT, type GenerationAt } from './row-shapes.js';

export interface SubmissionFacts {
  /** The generation that was accepted under the same idempotency key. */
  replay: { id: string; bodyHash: Buffer } | null;
  openGenerations: number;
  /** The parent is a picture or a generation of the person's that was not removed, or none was named. */
  isParentThere: boolean;
}

/** What decides about a request beside its credits. Read it with the account locked, or its answer may be outdated. */
export async function readSubmissionFacts(
  tx: EntityManager,
  userId: string,
  { idempotencyKey, parentId }: { idempotencyKey: string | null; parentId: string | null },
): Promise<SubmissionFacts> {
  const facts = await row<{ id: string | null; body_hash: Buffer | null; open: number; is_parent_there: boolean }>(
    tx,
    `select r.id, r.body_hash,
            $3::uuid is null or exists (select 1 from ${SHOWN_PARENT} and p.id = $3 and p.user_id = $1) as is_parent_there,
            (select count(*) from generations
                                 where user_id = $1 and status in ('pending', 'processing')) as open
       from (select 1) always left join generations r on r.user_id = $1 and r.idem_key = $2`,
    [userId, idempotencyKey, parentId],
  );
  const replay = facts?.id && facts.body_hash ? { id: facts.id, bodyHash: facts.body_hash } : null;
  return { replay, openGenerations: facts?.open ?? 0, isParentThere: facts?.is_parent_there ?? false };
}

// The shelf's row gives the running numbers and, being locked by this, keeps them without gaps.
const WRITTEN = `shelf as (
  insert into shelves as s (user_id, next_generation_seq, generation_count, next_image_seq, image_count)
  select $1::uuid, 2, 1, 1 + $12::int, $12::int from paid
  on conflict (user_id) do update
     set next_generation_seq = s.next_generation_seq + 1, generation_count = s.generation_count + 1,
         next_image_seq = s.next_image_seq + $12::int, image_count = s.image_count + $12::int
  returning next_generation_seq - 1 as generation_seq, next_image_seq - $12::int as first_image_seq
), generation as (
  insert into generations (id, user_id, seq, idem_key, body_hash, prompt, negative_prompt, model, style, size, quality,
                           output_format, count, seed, unit_price, priority, deadline, engine, line_at, parent_id)
  select ($13::uuid[])[1], $1::uuid, generation_seq, $2, $3::bytea, $4, $5, $6, $7, $8, $9,
         $10, $12::int, ($14::bigint[])[1], $11::bigint, $17::int, now() + make_interval(secs => $18), $19,
         ${lineAt({ user: '$1::uuid', engine: '$19', priority: '$17::int' })}, $21::uuid
    from shelf
  returning id, engine, priority, line_at, created_at, deadline
), searched as (
  insert into prompt_tokens (generation_id, generation_seq, first_image_seq, image_count, tokens)
  select ($13::uuid[])[1], generation_seq, first_image_seq, $12::int, $20::bigint[] from shelf
), pictures as (
  insert into images (id, generation_id, user_id, idx, seq, seed, width, height, style, model, size, prompt_head)
  select w.id, ($13::uuid[])[1], $1::uuid, w.n - 1, first_image_seq + w.n - 1, w.seed, $15::int, $16::int, $7, $6, $8,
         left($4, 100)
    from shelf, unnest($13::uuid[], $14::bigint[]) with ordinality as w (id, seed, n)
)`;

// Paid for by an earlier statement.
const INSERT = `with paid as (select 1), ${WRITTEN} ${AS_WRITTEN}`;

function paramsOf(made: NewGeneration): unknown[] {
  const { request } = made;
  return [
    made.userId,
    made.idempotencyKey,
    made.bodyHash,
    request.prompt,
    request.negativePrompt,
    request.model,
    request.style,
    request.size,
    request.quality,
    request.outputFormat,
    request.unitPrice,
    request.count,
    made.imageIds,
    made.seeds,
    made.width,
    made.height,
    made.priority,
    made.deadlineSeconds,
    made.engine,
    tokenNumbers(made.userId, textTokens(request.prompt)),
    request.parentId,
  ];
}

/** Writes the generation, its pictures and their running numbers; the account must be locked. */
export async function insertGeneration(tx: EntityManager, made: NewGeneration): Promise<GenerationAt> {
  const [facts] = await rows<WrittenFacts>(tx, INSERT, paramsOf(made));
  if (!facts) throw new Error('A generation was not written');
  return asWritten(made, facts);
}

const TOTAL = '($11::bigint * $12::int)';
const ACCEPT = {
  name: 'images_accept',
  text: `
with ${PURSE}, ${seen(`
     ($21::uuid is null or exists (select 1 from ${SHOWN_PARENT} and p.id = $21 and p.user_id = $1))
     and not exists (select 1 from generations k where k.user_id = $1 and k.idem_key = $2)
     and (select count(*) from generations o where o.user_id = $1 and o.status in ${OPEN}) < $22::int`)},
${paid(TOTAL)}, ${WRITTEN}, wanted as (
  select id as image_id, $11::bigint as units, $11::bigint * n as upto
    from paid, unnest($13::uuid[]) with ordinality as w (id, n)
), ${HELD}
${AS_WRITTEN} where exists (select 1 from held)`,
};

/**
 * Debits, holds and writes the generation, all in one statement and so in one round trip, where nothing speaks against it:
 * no earlier request under its key, a parent that is there, fewer than `inFlightLimit` open generations, credits for all of
 * it, and nobody else who moved this person's credits at the same moment. Null: nothing was changed, look why.
 */
export async function acceptAtOnce(
  dataSource: DataSource,
  made: NewGeneration,
  inFlightLimit: number,
): Promise<GenerationAt | null> {
  const [facts] = await prepared<WrittenFacts>(dataSource, ACCEPT, [...paramsOf(made), inFlightLimit]);
  return facts ? asWritten(made, facts) : null;
}

const RATE_SECONDS = 60;

const BACKLOG = {
  name: 'images_read_backlog',
  text: `
select coalesce(sum(count), 0) as waiting,
       coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as longest,
       (select coalesce(sum(count), 0) from generations
         where engine = $1 and status = 'completed' and finished_at > now() - $2 * interval '1 s') as finished,
       (select coalesce(sum(count), 0) from generations
         where engine = $1 and status = 'processing' and lease_until > now()) as running
  from generations where engine = $1 and status = 'pending' and deadline > now()`,
};

/** What stands in the line of an engine, and what was delivered lately. */
export async function readBacklog(dataSource: DataSource, engine: EngineId): Promise<BacklogFacts> {
  type Row = { waiting: number; running: number; finished: number; longest: number };
  const [backlog] = await prepared<Row>(dataSource, BACKLOG, [engine, RATE_SECONDS]);
  return {
    waitingPictures: backlog?.waiting ?? 0,
    runningPictures: backlog?.running ?? 0,
    picturesPerSecond: (backlog?.finished ?? 0) / RATE_SECONDS,
    isRateKnown: (backlog?.longest ?? 0) >= RATE_SECONDS,
  };
}
