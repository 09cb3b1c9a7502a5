import { DEFAULT_OUTPUT_FORMAT, DEFAULT_QUALITY, MODELS, SIZES, STYLES, THUMBNAIL_WIDTHS } from '@app/contracts';
import type pg from 'pg';
import { shuffled } from '../measure/rounds.js';
import type { Shelf } from './people.js';
import { makePrompt } from './prompts.js';
import { randomFrom } from './random.js';
import { tokenWriters } from './search-tokens.js';

/** People make pictures over the same months: what is one person's lies scattered over the tables. */
const SLICES = 100;
const BATCH = 5_000;

const PEOPLE = `
insert into users (id, name) select id, 'Bench' from unnest($1::uuid[]) as new (id)`;
const SHELVES = `
insert into shelves (user_id, next_generation_seq, generation_count, next_image_seq, image_count, next_favorite_seq,
                     favorite_count)
select id, n + 1, n, n + 1, n, 1 + n / 20, n / 20 from unnest($1::uuid[], $2::int[]) as new (id, n)`;

const PICTURES = `
with made as materialized (
  select gen_random_uuid() as id, user_id, seq, prompt, tokens::bigint[] as tokens, model, style, size,
         now() - interval '1 year' + seq * interval '1 year' / pictures as at
    from unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
         as new (user_id, seq, pictures, prompt, tokens, model, style, size)
), generation as (
  insert into generations (id, user_id, seq, prompt, model, style, size, quality, output_format, seed, count, unit_price,
                           priority, status, engine, deadline, created_at, started_at, finished_at)
  select id, user_id, seq, prompt, model, style, size, '${DEFAULT_QUALITY}', '${DEFAULT_OUTPUT_FORMAT}', seq, 1, 35, 10,
         'completed', 'studio', at, at, at, at from made
), searched as (
  insert into prompt_tokens (generation_id, generation_seq, first_image_seq, image_count, tokens)
  select id, seq, seq, 1, tokens from made
), mark as (
  insert into favorites (user_id, image_id, seq) select user_id, id, seq / 20 from made where seq % 20 = 0
)
insert into images (id, generation_id, user_id, idx, seq, status, seed, width, height, object_key, format, bytes, sha256,
                    thumb_widths, thumbhash, created_at, finished_at, style, model, size, prompt_head)
select id, id, user_id, 0, seq, 'completed', seq, 1024, 1024,
       'pictures/' || to_char(at, 'YYYY/MM/') || id || '/1-' || substr(md5(id::text), 1, 16) || '.png', 'png', 1500000, sha256(id::text::bytea),
       '{${THUMBNAIL_WIDTHS.join(',')}}', substr(sha256(id::text::bytea), 1, 24), at, at, style, model, size, left(prompt, 100) from made`;

interface Picture {
  userId: string;
  seq: number;
  pictures: number;
  prompt: string;
  tokens: string[];
  model: string;
  style: string;
  size: string;
}

const some = (items: readonly string[], random: () => number): string =>
  items[Math.floor(random() ** 2 * items.length)] ?? '';

/** All pictures of some people, in the order in which they come into the tables. */
export async function* picturesOf(people: readonly Shelf[]): AsyncGenerator<Picture> {
  const random = randomFrom(20_261_120);
  const writers = await tokenWriters(people.map(({ userId }) => userId));
  for (let slice = 0; slice < SLICES; slice += 1) {
    const turns = people.flatMap(({ pictures }, person) => {
      const from = Math.floor((pictures * slice) / SLICES);
      const to = Math.floor((pictures * (slice + 1)) / SLICES);
      return Array.from({ length: to - from }, () => person);
    });
    const next = people.map(({ pictures }) => Math.floor((pictures * slice) / SLICES));
    for (const person of shuffled(turns, random)) {
      const { userId, pictures } = people[person] ?? { userId: '', pictures: 0 };
      const seq = (next[person] ?? 0) + 1;
      next[person] = seq;
      const prompt = makePrompt(random);
      const [model, style, size] = [some(MODELS, random), some(STYLES, random), some(SIZES, random)];
      yield { userId, seq, pictures, prompt, tokens: writers[person]?.(prompt) ?? [], model, style, size };
    }
  }
}

const column = <K extends keyof Picture>(batch: readonly Picture[], name: K): Picture[K][] =>
  batch.map((one) => one[name]);

const writeBatch = (client: pg.ClientBase, batch: readonly Picture[]): Promise<unknown> =>
  client.query(PICTURES, [
    column(batch, 'userId'),
    column(batch, 'seq'),
    column(batch, 'pictures'),
    column(batch, 'prompt'),
    batch.map(({ tokens }) => `{${tokens.join(',')}}`),
    column(batch, 'model'),
    column(batch, 'style'),
    column(batch, 'size'),
  ]);

/**
 * Writes people and their pictures by the thousand: rows and counters as the product would have written them, one
 * delivered picture a generation, every twentieth a favourite. `onPictures` hears of each batch.
 */
export async function writeShelves(
  client: pg.ClientBase,
  people: readonly Shelf[],
  onPictures: (pictures: readonly Pick<Picture, 'userId' | 'prompt'>[]) => void,
): Promise<void> {
  const ids = people.map(({ userId }) => userId);
  await client.query(PEOPLE, [ids]);
  await client.query(SHELVES, [ids, people.map(({ pictures }) => pictures)]);
  let batch: Picture[] = [];
  let written: Promise<unknown> = Promise.resolve();
  for await (const picture of picturesOf(people)) {
    if (batch.push(picture) < BATCH) continue;
    // The next batch is made while the last one is being written.
    await written;
    onPictures(batch);
    written = writeBatch(client, batch);
    batch = [];
  }
  await written;
  onPictures(batch);
  await writeBatch(client, batch);
}
