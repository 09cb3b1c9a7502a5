import type { DataSource } from 'typeorm';
import { prepared } from '../../../platform/database/prepared.js';
import { GENERATION_JSON, NOW_SECONDS, WITH_QUEUE, type GenerationRow } from '../shared/generation-rows.js';

const MOST = 100;

const STATEMENT = {
  name: 'images_read_unfinished',
  text: `
    ${WITH_QUEUE}
    select ${NOW_SECONDS} as now,
           coalesce((select json_agg(${GENERATION_JSON} order by g.seq)
                       from (select * from generations
                              where user_id = $1 and deleted_at is null
                                and (status in ('pending', 'processing')
                                     or finished_at > greatest(coalesce(to_timestamp($2::bigint), now())
                                                               - make_interval(secs => $3), now() - make_interval(secs => $4)))
                              order by seq desc limit ${MOST}) g), '[]') as generations`,
};

export interface Lookback {
  /** Unix seconds of the database's clock; null: now. */
  since: number | null;
  /** Seconds before `since` that are looked at too. */
  slackSeconds: number;
  /** However long ago `since` was, no further back than so many seconds. */
  maxSeconds: number;
}

export interface Unfinished {
  now: number;
  generations: GenerationRow[];
}

/** A person's open generations and those that ended lately, in the order of asking; the newest 100 at most. */
export async function readUnfinished(
  dataSource: DataSource,
  userId: string,
  { since, slackSeconds, maxSeconds }: Lookback,
): Promise<Unfinished> {
  const [found] = await prepared<Unfinished>(dataSource, STATEMENT, [userId, since, slackSeconds, maxSeconds]);
  return found ?? { now: 0, generations: [] };
}
