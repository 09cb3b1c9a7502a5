import type { DataSource } from 'typeorm';
import { prepared } from '../../../platform/database/prepared.js';
import { CURRENT, seen, SETTLED } from '../../quota/index.js';
import type { Delivery, PictureRef } from '../domain/delivery.js';
import { OPEN } from './row-shapes.js';

/*
 * What the statement reads of other pictures may be old once it has waited for the account; but every end of a picture
 * moves credits, so `current` tells. The fence is looked at again by itself: locking a row shows it as it is.
 */
const DELIVER = {
  name: 'images_deliver',
  text: `
with ${seen('true')}, ${CURRENT}, own as (
  select g.id from generations g, current
   where g.id = $3::uuid and g.attempt = $4 and g.status = 'processing' and g.deadline > now()
     and exists (select 1 from images i where i.id = $2::uuid and i.generation_id = g.id and i.status in ${OPEN})
   for no key update of g
), due as (
  select $2::uuid as image_id from own
), ${SETTLED}, picture as (
  update images i
     set status = 'completed', finished_at = now(), object_key = $5, format = $6, bytes = $7,
         sha256 = decode($8, 'hex'), thumb_widths = $9, thumbhash = $10, engine_request_id = $11
    from closed c where i.id = c.image_id and i.status in ${OPEN}
  returning i.id
), forgotten as (
  delete from object_deletions where object_key = $5 and exists (select 1 from closed)
), last as (
  select c.image_id, not exists (select 1 from images o where o.generation_id = $3::uuid and o.id <> $2::uuid
                                    and o.status in ${OPEN}) as is_last from closed c
), noted as (
  update generations g
     set understood = $12::jsonb, status = case when is_last then 'completed' else g.status end,
         finished_at = case when is_last then now() end, lease_until = case when is_last then null else g.lease_until end
    from last where g.id = $3::uuid and (is_last or g.understood <> $12::jsonb)
)
select exists (select 1 from current) as "isCurrent", (select count(*) from picture) = 1 as "isClosed"`,
};

/** What `images` keeps of a delivery, in the order in which the statements that write it name the columns. */
export const storedColumns = (stored: Delivery): unknown[] => [
  stored.objectKey,
  stored.format,
  stored.bytes,
  stored.sha256,
  stored.thumbWidths,
  stored.thumbhash,
  stored.engineRequestId,
];

/**
 * Charges for a picture, writes where it lies and ends its generation if it was the last, all in one statement. False: it
 * is not this attempt's to close, or too late. Null: somebody moved the person's credits at the same moment. In both cases
 * nothing was changed.
 */
export async function deliverAtOnce(
  dataSource: DataSource,
  picture: PictureRef,
  attempt: number,
  delivery: Delivery,
): Promise<boolean | null> {
  const [answer] = await prepared<{ isCurrent: boolean; isClosed: boolean }>(dataSource, DELIVER, [
    picture.userId,
    picture.id,
    picture.generationId,
    attempt,
    ...storedColumns(delivery),
    JSON.stringify(delivery.understood),
  ]);
  return answer?.isCurrent === true ? answer.isClosed : null;
}
