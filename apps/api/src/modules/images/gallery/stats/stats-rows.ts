import { UNITS_PER_CREDIT } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { prepared, type PreparedStatement } from '../../../../platform/database/prepared.js';
import { SerializedAnswer } from '../../../../platform/http/serialized-answer.js';

/** Read from counters; only images removed this month are read as rows, so that the cost does not grow. */
const TALLIES = `select model, style, state, pictures from picture_tallies where user_id = $1::uuid`;
const images = (state?: 'open' | 'delivered' | 'failed'): string =>
  `(select coalesce(sum(pictures), 0) from tallies ${state ? `where state = '${state}'` : ''})`;
const by = (field: 'style' | 'model'): string =>
  `(select coalesce(json_object_agg(${field}, n order by ${field}), '{}')
      from (select ${field}, sum(pictures) as n from tallies group by ${field} having sum(pictures) > 0) s)`;
const counted = (count: string): string =>
  `coalesce((select ${count} from gallery_counters where user_id = $1::uuid), 0)`;

const OF_IMAGES: PreparedStatement = {
  name: 'images_stats',
  text: `
    with tallies as (${TALLIES})
    select json_build_object(
      'total', ${images()}, 'completed', ${images('delivered')}, 'failed', ${images('failed')},
      'pending', ${images('open')}, 'favorites', ${counted('favorite_count')},
      'by_style', ${by('style')}, 'by_model', ${by('model')})::text as json`,
};

const MONTH_START = `date_trunc('month', now() at time zone 'UTC')`;

const OF_PERSON: PreparedStatement = {
  name: 'users_stats',
  text: `
    with tallies as (${TALLIES}), charges as (
      select coalesce(sum(units), 0) as units,
             coalesce(sum(pictures) filter (where day >= ${MONTH_START}::date), 0) as this_month
        from spending_days where user_id = $1::uuid
    ), removed as (
      select count(*) as this_month from images
       where user_id = $1::uuid and status = 'completed' and deleted_at is not null
         and finished_at >= ${MONTH_START} at time zone 'UTC'
    )
    select json_build_object(
      'total_generations', ${counted('generation_count')}, 'total_images', ${images('delivered')},
      'total_favorites', ${counted('favorite_count')},
      'total_credits_used', trim_scale(charges.units / ${UNITS_PER_CREDIT}.0),
      'images_this_month', charges.this_month - removed.this_month)::text as json
      from charges, removed`,
};

async function answer(dataSource: DataSource, statement: PreparedStatement, userId: string): Promise<SerializedAnswer> {
  const [found] = (await prepared<{ json: string }>(dataSource, statement, [userId])) as [{ json: string }];
  return new SerializedAnswer(found.json);
}

export const readImageStats = (dataSource: DataSource, userId: string): Promise<SerializedAnswer> =>
  answer(dataSource, OF_IMAGES, userId);

/** Only charges include removed images. */
export const readUserStats = (dataSource: DataSource, userId: string): Promise<SerializedAnswer> =>
  answer(dataSource, OF_PERSON, userId);
