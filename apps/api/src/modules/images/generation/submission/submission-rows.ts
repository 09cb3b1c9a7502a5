import type { EngineId } from '@app/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { prepared } from '../../../../platform/database/prepared.js';
import { rows } from '../../../../platform/database/rows.js';
import { textTokens, tokenNumbers } from '../../../../platform/text/search-tokens.js';
import type { GenerationRequest } from './generation-request.js';
import { CAN_BE_PARENT } from '../../shared/parent-image.js';
import type { BacklogFacts } from '../waiting-time.js';
import { SELECT_REJECTED_UNTIL } from './rejected-prompts.js';

export interface NewGeneration {
  userId: string;
  request: GenerationRequest;
  engine: EngineId;
  idempotencyKey: string | null;
  bodyHash: Buffer | null;
  /** One for each image; the first is the generation's id too. */
  imageIds: string[];
  seeds: number[];
  width: number;
  height: number;
  priority: number;
  deadlineSeconds: number;
}

export interface SubmissionFacts {
  replay: { id: string; bodyHash: Buffer } | null;
  openGenerations: number;
  /** No parent was named, or it is the user's and exists. */
  hasParent: boolean;
  /** Null unless too many of the user's prompts were rejected within an hour. */
  rejectedForSeconds: number | null;
}

const FACTS = `
select r.id, r.body_hash as "bodyHash",
       (select count(*) from generations
         where user_id = $1::uuid and status in ('pending', 'processing')) as "openGenerations",
       $3::uuid is null or exists (
         select 1 from images p join generations o on o.id = p.generation_id
          where p.id = $3::uuid and p.user_id = $1::uuid
            and ${CAN_BE_PARENT}) as "hasParent",
       (select greatest(1, ceil(extract(epoch from rejecting.until - now())))::float8
          from (${SELECT_REJECTED_UNTIL}) rejecting) as "rejectedForSeconds"
  from (select 1) always left join generations r on r.user_id = $1::uuid and r.idem_key = $2`;

/** Must follow a lock of the account in the same transaction. */
export async function readSubmissionFacts(
  tx: EntityManager,
  userId: string,
  { idempotencyKey, parentId }: { idempotencyKey: string | null; parentId: string | null },
): Promise<SubmissionFacts> {
  type Row = Omit<SubmissionFacts, 'replay'> & { id: string | null; bodyHash: Buffer | null };
  const [row] = (await rows<Row>(tx, FACTS, [userId, idempotencyKey, parentId])) as [Row];
  const { id, bodyHash, ...facts } = row;
  return { replay: id && bodyHash ? { id, bodyHash } : null, ...facts };
}

// Each image that users of the same plan wait for delays the next generation by 30 s, at most 120 s, for fairness.
const INSERT = `
with wanted as (
  select * from jsonb_to_record($2::jsonb) as w (
    idem_key text, body_hash text, prompt text, negative_prompt text, model text, style text, size text, quality text,
    output_format text, count integer, unit_price bigint, priority integer, engine text, parent_id uuid,
    width integer, height integer, deadline_seconds integer)
), wanted_images as (
  select w.id, w.seed, (w.idx - 1)::int as idx
    from unnest($3::uuid[], $4::bigint[]) with ordinality as w (id, seed, idx)
), counters as (
  insert into gallery_counters as s (user_id, next_generation_seq, generation_count, next_image_seq, image_count)
  select $1::uuid, 2, 1, 1 + count, count from wanted
  on conflict (user_id) do update
     set next_generation_seq = s.next_generation_seq + 1, generation_count = s.generation_count + 1,
         next_image_seq = s.next_image_seq + excluded.image_count, image_count = s.image_count + excluded.image_count
  returning next_generation_seq - 1 as generation_seq, next_image_seq as next_image_seq
), numbered as (
  select generation_seq, next_image_seq - wanted.count as first_image_seq from counters, wanted
), waiting as (
  select coalesce(sum(o.count), 0) as images from generations o, wanted w
   where o.user_id = $1::uuid and o.engine = w.engine and o.priority = w.priority
     and o.status in ('pending', 'processing') and o.deadline > now()
), generation as (
  insert into generations (id, user_id, seq, idem_key, body_hash, prompt, negative_prompt, model, style, size, quality,
                           output_format, count, seed, unit_price, priority, engine, parent_id, deadline, fair_order_at)
  select i.id, $1::uuid, n.generation_seq, w.idem_key, decode(w.body_hash, 'hex'), w.prompt, w.negative_prompt, w.model,
         w.style, w.size, w.quality, w.output_format, w.count, i.seed, w.unit_price, w.priority, w.engine, w.parent_id,
         now() + make_interval(secs => w.deadline_seconds),
         now() + least(120, 30 * waiting.images) * interval '1 second'
    from wanted w, numbered n, waiting, wanted_images i where i.idx = 0
), searched as (
  insert into prompt_tokens (generation_id, generation_seq, first_image_seq, image_count, tokens)
  select i.id, n.generation_seq, n.first_image_seq, w.count, $5::bigint[]
    from wanted w, numbered n, wanted_images i where i.idx = 0
)
insert into images (id, generation_id, user_id, idx, seq, seed, width, height, style, model, size, prompt_head)
select i.id, ($3::uuid[])[1], $1::uuid, i.idx, n.first_image_seq + i.idx, i.seed, w.width, w.height, w.style, w.model,
       w.size, left(w.prompt, 100)
  from wanted w, numbered n, wanted_images i`;

/** The account must be locked. */
export async function insertGeneration(tx: EntityManager, generation: NewGeneration): Promise<void> {
  const { userId, request, imageIds, seeds } = generation;
  const wanted = {
    idem_key: generation.idempotencyKey,
    body_hash: generation.bodyHash?.toString('hex') ?? null,
    prompt: request.prompt,
    negative_prompt: request.negativePrompt,
    model: request.model,
    style: request.style,
    size: request.size,
    quality: request.quality,
    output_format: request.outputFormat,
    count: request.count,
    unit_price: request.unitPrice,
    priority: generation.priority,
    engine: generation.engine,
    parent_id: request.parentId,
    width: generation.width,
    height: generation.height,
    deadline_seconds: generation.deadlineSeconds,
  };
  const tokens = tokenNumbers(userId, textTokens(request.prompt));
  await rows(tx, INSERT, [userId, JSON.stringify(wanted), imageIds, seeds, tokens]);
}

const RATE_SECONDS = 60;

const BACKLOG = {
  name: 'images_read_backlog',
  text: `
select coalesce(sum(count) filter (where priority <= $3), 0) as waiting,
       coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as longest,
       (select coalesce(sum(count), 0) from generations
         where engine = $1 and status = 'completed' and finished_at > now() - $2 * interval '1 s')
       + (select count(*) from generations g join images i on i.generation_id = g.id
           where g.engine = $1 and g.status = 'processing' and i.status = 'completed'
             and i.finished_at > now() - $2 * interval '1 s') as finished,
       (select coalesce(sum(count), 0) from generations
         where engine = $1 and status = 'processing' and lease_until > now()) as running
  from generations where engine = $1 and status = 'pending' and deadline > now()`,
};

/** What a request of this priority finds: only what is as urgent is served before it. */
export async function readBacklog(
  dataSource: DataSource,
  { engine, priority }: { engine: EngineId; priority: number },
): Promise<BacklogFacts> {
  type Row = { waiting: number; running: number; finished: number; longest: number };
  const [backlog] = (await prepared<Row>(dataSource, BACKLOG, [engine, RATE_SECONDS, priority])) as [Row];
  return {
    waitingImages: backlog.waiting,
    runningImages: backlog.running,
    imagesPerSecond: backlog.finished / RATE_SECONDS,
    isRateKnown: backlog.longest >= RATE_SECONDS,
  };
}
