import type { DataSource } from 'typeorm';
import { isoTimestamp as iso, prepared } from '../../../../platform/database/prepared.js';
import { RawJson } from '../../../../platform/http/raw-json.js';

// Counted and kept in order as generations come and go. What comes before a page is passed over in the index alone.
const STATEMENT = {
  name: 'images_list_prompts',
  text: `
    with page as (
      select last_seq from prompt_uses where user_id = $1 order by last_seq desc limit $3 offset ($2::bigint - 1) * $3
    ), items as (
      select coalesce(json_agg(json_build_object('prompt', g.prompt, 'negative_prompt', g.negative_prompt, 'count', u.uses,
               'last_used_at', ${iso('g.created_at')}, 'generation_id', g.id, 'model', g.model, 'style', g.style,
               'size', g.size) order by p.last_seq desc), '[]') as data
        from page p join prompt_uses u on u.user_id = $1 and u.last_seq = p.last_seq
             join generations g on g.user_id = $1 and g.seq = p.last_seq
    )
    select json_build_object('data', data, 'page', $2::bigint, 'limit', $3::int,
             'total', coalesce((select prompt_count from gallery_counters where user_id = $1), 0))::text as json
      from items`,
};

/** `GET /images/prompts` as JSON: the wordings a person asked for, last used first. `page` from 1. */
export async function listPrompts(
  dataSource: DataSource,
  userId: string,
  { page, limit }: { page: number; limit: number },
): Promise<RawJson> {
  const [found] = await prepared<{ json: string }>(dataSource, STATEMENT, [userId, page, limit]);
  if (!found) throw new Error('a page always has a row');
  return new RawJson(found.json);
}
