import type { DataSource } from 'typeorm';
import { rows } from '../../../../platform/database/rows.js';

/** The credits of a rejected image return, but the engine's provider may charge for it. */
export const REJECTIONS_PER_HOUR = 20;

/** When fewer prompts of user $1 than that will have been rejected within an hour; no row if fewer were. */
export const SELECT_REJECTED_UNTIL = `
select max(finished_at) + interval '1 h' as until from images
 where user_id = $1::uuid and error_code = 'CONTENT_REJECTED' and finished_at > now() - interval '1 h'
 group by generation_id order by until desc offset ${REJECTIONS_PER_HOUR - 1} limit 1`;

/** Until when requests of this user are refused because of that; null if they are not. */
export async function readRejectedUntil(dataSource: DataSource, userId: string): Promise<Date | null> {
  const [limit] = await rows<{ until: Date }>(dataSource, SELECT_REJECTED_UNTIL, [userId]);
  return limit?.until ?? null;
}
