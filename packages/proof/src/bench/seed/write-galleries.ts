import { DEFAULT_OUTPUT_FORMAT, DEFAULT_QUALITY, MODELS, SIZES, STYLES, THUMBNAIL_WIDTHS } from '@app/contracts';
import type pg from 'pg';
import { SeededRandom, shuffle } from '../../random.js';
import type { Gallery } from './galleries.js';
import { makePrompt } from './prompts.js';
import { tokenWriters } from './search-tokens.js';

/** Users generate over the same months, so the rows of one user are scattered over the tables. */
const SLICES = 100;
const BATCH = 5_000;

const USERS = `
insert into users (id, name) select id, 'Bench' from unnest($1::uuid[]) as new (id)`;
const COUNTERS = `
insert into gallery_counters (user_id, next_generation_seq, generation_count, next_image_seq, image_count, next_favorite_seq,
                     favorite_count)
select id, n + 1, n, n + 1, n, 1 + n / 20, n / 20 from unnest($1::uuid[], $2::int[]) as new (id, n)`;

const IMAGES = `
with made as materialized (
  select gen_random_uuid() as id, user_id, seq, prompt, tokens::bigint[] as tokens, model, style, size,
         now() - interval '1 year' + seq * interval '1 year' / images as at
    from unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
         as new (user_id, seq, images, prompt, tokens, model, style, size)
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

interface Image {
  userId: string;
  seq: number;
  images: number;
  prompt: string;
  tokens: string[];
  model: string;
  style: string;
  size: string;
}

const some = (items: readonly string[], random: () => number): string =>
  items[Math.floor(random() ** 2 * items.length)] ?? '';

async function* imagesOf(users: readonly Gallery[]): AsyncGenerator<Image> {
  const seeded = new SeededRandom(20_261_120);
  const random = (): number => seeded.next();
  const writers = await tokenWriters(users.map(({ userId }) => userId));
  for (let slice = 0; slice < SLICES; slice += 1) {
    const turns = users.flatMap(({ images }, user) => {
      const from = Math.floor((images * slice) / SLICES);
      const to = Math.floor((images * (slice + 1)) / SLICES);
      return Array.from({ length: to - from }, () => user);
    });
    const next = users.map(({ images }) => Math.floor((images * slice) / SLICES));
    for (const user of shuffle(seeded, turns)) {
      const { userId, images } = users[user] ?? { userId: '', images: 0 };
      const seq = (next[user] ?? 0) + 1;
      next[user] = seq;
      const prompt = makePrompt(random);
      const [model, style, size] = [some(MODELS, random), some(STYLES, random), some(SIZES, random)];
      yield { userId, seq, images, prompt, tokens: writers[user]?.(prompt) ?? [], model, style, size };
    }
  }
}

const column = <K extends keyof Image>(batch: readonly Image[], name: K): Image[K][] => batch.map((one) => one[name]);

const writeBatch = (client: pg.ClientBase, batch: readonly Image[]): Promise<unknown> =>
  client.query(IMAGES, [
    column(batch, 'userId'),
    column(batch, 'seq'),
    column(batch, 'images'),
    column(batch, 'prompt'),
    batch.map(({ tokens }) => `{${tokens.join(',')}}`),
    column(batch, 'model'),
    column(batch, 'style'),
    column(batch, 'size'),
  ]);

/** Writes users with rows and counters as the product would: one image per generation, every twentieth a favourite. */
export async function writeGalleries(
  client: pg.ClientBase,
  users: readonly Gallery[],
  onImages: (images: readonly Pick<Image, 'userId' | 'prompt'>[]) => void,
): Promise<void> {
  const ids = users.map(({ userId }) => userId);
  await client.query(USERS, [ids]);
  await client.query(COUNTERS, [ids, users.map(({ images }) => images)]);
  let batch: Image[] = [];
  let written: Promise<unknown> = Promise.resolve();
  for await (const image of imagesOf(users)) {
    if (batch.push(image) < BATCH) continue;
    await written;
    onImages(batch);
    written = writeBatch(client, batch);
    batch = [];
  }
  await written;
  onImages(batch);
  await writeBatch(client, batch);
}
