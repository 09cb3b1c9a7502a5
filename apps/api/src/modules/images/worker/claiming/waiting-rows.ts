import { rows, type Sql } from '../../../../platform/database/rows.js';
import { MAX_ATTEMPTS } from '../../shared/max-attempts.js';
import { CLAIMABLE, QUEUE_ORDER } from '../../shared/queue-sql.js';
import { ENGINE_AVAILABLE, type OpenImage } from './claim-rows.js';

export interface WaitingGeneration {
  id: string;
  attempt: number;
  priority: number;
}

export const waitingGenerations = (sql: Sql, unclaimedMs: number, limit: number): Promise<WaitingGeneration[]> =>
  rows(
    sql,
    `select g.id, g.attempt, g.priority from generations g left join engine_health h on h.engine = g.engine
      where ${CLAIMABLE} and ${ENGINE_AVAILABLE}
        and (g.status = 'processing' or g.created_at <= now() - $1 * interval '1 millisecond')
      order by ${QUEUE_ORDER} limit $2`,
    [unclaimedMs, limit],
  );

/** Past the deadline or the last attempt. */
export const overdueImages = (sql: Sql, limit: number): Promise<(OpenImage & { isLate: boolean })[]> =>
  rows(
    sql,
    `select i.id, i.generation_id as "generationId", i.user_id as "userId", i.seed, i.width, i.height,
            g.deadline <= now() as "isLate"
       from generations g join images i on i.generation_id = g.id
      where g.status in ('pending', 'processing') and i.status in ('pending', 'processing')
        and (g.deadline <= now() or (g.attempt >= ${MAX_ATTEMPTS} and g.lease_until < now()))
      order by g.deadline limit $1`,
    [limit],
  );
