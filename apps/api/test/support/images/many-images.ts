import { STYLES } from '@app/contracts';
import { rows, type Sql } from '../../../src/platform/database/rows.js';
import { textTokens, tokenNumbers } from '../../../src/platform/text/search-tokens.js';

export interface MadeImage {
  prompt: string;
  style?: (typeof STYLES)[number];
  model?: string;
  size?: string;
  /** Of the image; its generation has the same. */
  status?: 'completed' | 'failed' | 'cancelled';
  /** Days before now that it was asked for. */
  daysAgo?: number;
  favorite?: boolean;
}

/**
 * Puts images on a person's counters, each in a generation of its own, without engine, files or credits: for what only
 * concerns lists. The first is the oldest. Answers their ids.
 */
export async function putImages(sql: Sql, userId: string, images: MadeImage[]): Promise<string[]> {
  const made = images.map(({ prompt, ...rest }) => ({
    style: 'enhance',
    model: 'sd3.5-medium',
    size: '1:1',
    status: 'completed',
    daysAgo: 0,
    favorite: false,
    ...rest,
    prompt,
    tokens: `{${tokenNumbers(userId, textTokens(prompt)).join(',')}}`,
  }));
  const ids = await rows<{ id: string }>(
    sql,
    `with made as (
       select gen_random_uuid() as id, m.*, now() - m."daysAgo" * interval '1 day' as at
         from rows from (json_to_recordset($2::json) as (prompt text, style text, model text, size text, status text,
                                                         "daysAgo" float8, favorite boolean, tokens text))
              with ordinality as m (prompt, style, model, size, status, "daysAgo", favorite, tokens, n)
     ), counters as (
       insert into gallery_counters as s (user_id, next_generation_seq, generation_count, next_image_seq, image_count,
                                 next_favorite_seq, favorite_count)
       select $1::uuid, 1 + count(*), count(*), 1 + count(*), count(*), 1 + count(*) filter (where favorite),
              count(*) filter (where favorite) from made
       on conflict (user_id) do update
          set next_generation_seq = s.next_generation_seq + excluded.generation_count,
              generation_count = s.generation_count + excluded.generation_count,
              next_image_seq = s.next_image_seq + excluded.image_count, image_count = s.image_count + excluded.image_count,
              next_favorite_seq = s.next_favorite_seq + excluded.favorite_count,
              favorite_count = s.favorite_count + excluded.favorite_count
       returning next_image_seq - (select count(*) from made) - 1 as before_images,
                 next_generation_seq - (select count(*) from made) - 1 as before_generations,
                 next_favorite_seq - (select count(*) from made where favorite) - 1 as before_favorites
     ), generation as (
       insert into generations (id, user_id, seq, prompt, model, style, size, quality, output_format, seed, count,
                                unit_price, priority, status, error_code, deadline, created_at, finished_at)
       select id, $1, before_generations + n, prompt, model, style, size, 'standard', 'png', 1, 1, 35, 10, status,
              case status when 'failed' then 'ENGINE_FAILED' when 'cancelled' then 'CANCELLED' end, at, at, at
         from made, counters
     ), searched as (
       insert into prompt_tokens (generation_id, generation_seq, first_image_seq, image_count, tokens)
       select id, before_generations + n, before_images + n, 1, tokens::bigint[] from made, counters
     ), picture as (
       insert into images (id, generation_id, user_id, idx, seq, status, error_code, seed, width, height, object_key,
                           format, bytes, sha256, created_at, finished_at, style, model, size, prompt_head)
       select id, id, $1, 0, before_images + n, status,
              case status when 'failed' then 'ENGINE_FAILED' when 'cancelled' then 'CANCELLED' end, 1, 1024, 1024,
              case when status = 'completed' then 'pictures/' || id end, 'png', 1, '\\x00', at, at, style, model, size,
              left(prompt, 100) from made, counters
     ), mark as (
       insert into favorites (user_id, image_id, seq)
       select $1, id, before_favorites + row_number() over (order by n) from made, counters where favorite
     )
     select id from made order by n`,
    [userId, JSON.stringify(made)],
  );
  return ids.map(({ id }) => id);
}
