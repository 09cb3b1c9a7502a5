import type { EntityManager } from 'typeorm';
import { rows } from '../../../../platform/database/rows.js';

/**
 * Ends the generations that have no open image left: completed if one was delivered, else failed with the reason of the
 * first failed image, or cancelled if all were. Returns the ids of those that ended by this call.
 */
export const endGenerations = async (tx: EntityManager, ids: string[]): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      tx,
      `update generations g
          set status = case when delivered > 0 then 'completed' when failed > 0 then 'failed' else 'cancelled' end,
              error_code = case when delivered > 0 then null when failed > 0 then reason else 'CANCELLED' end,
              finished_at = now(), lease_until = null
         from (select generation_id,
                      count(*) filter (where status in ('pending', 'processing')) as open,
                      count(*) filter (where status = 'completed') as delivered,
                      count(*) filter (where status = 'failed') as failed,
                      (array_agg(error_code order by idx) filter (where status = 'failed'))[1] as reason
                 from images where generation_id = any($1) group by generation_id) closed
        where g.id = closed.generation_id and closed.open = 0 and g.finished_at is null
       returning g.id`,
      [ids],
    )
  ).map(({ id }) => id);
