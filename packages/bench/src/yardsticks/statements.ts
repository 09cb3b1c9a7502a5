const COLUMNS = `
  i.id, i.status, i.error_code, i.seed, i.width, i.height, i.object_key, i.thumb_widths,
  encode(i.thumbhash, 'base64') as thumbhash, f.image_id is not null as is_favorited, i.seq as frame_number,
  g.prompt, g.negative_prompt, g.model, g.style, g.size, g.quality, g.output_format, g.parent_id, g.engine, g.unit_price,
  i.created_at, i.finished_at, g.id as generation_id`;
const FROM = `
  from images i join generations g on g.id = i.generation_id
       left join favorites f on f.user_id = i.user_id and f.image_id = i.id
 where i.user_id = $1 and i.deleted_at is null`;
const TOTAL = '(select image_count from shelves where user_id = $1)';

/** A page by a running number, which holds while nothing was removed, and the total, as rows. */
export const ROWS = `select ${TOTAL} as total, ${COLUMNS} ${FROM} and i.seq <= ${TOTAL} - $3 order by i.seq desc limit $2`;

/** A page without a total, as it is mostly written. */
export const OFFSET = `select ${COLUMNS} ${FROM} order by i.seq desc limit $2 offset $3`;

/** The same with the total counted. */
export const OFFSET_AND_COUNT = `
select (select count(*) from images where user_id = $1 and deleted_at is null) as total, page.* from (${OFFSET}) page`;
