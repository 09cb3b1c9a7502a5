import type { DataSource, EntityManager } from 'typeorm';
import { prepared } from '../../../platform/database/prepared.js';
import { row } from '../../../platform/database/rows.js';
import { GENERATION_JSON, NOW_SECONDS, WITH_QUEUE, type GenerationAt } from '../shared/generation-rows.js';

const STATEMENT = {
  name: 'images_read_generation',
  text: `${WITH_QUEUE}
         select ${NOW_SECONDS} as now, ${GENERATION_JSON} as generation
           from generations g where g.id = $1 and g.user_id = $2 and g.deleted_at is null`,
};

/** A user's generation, or null when it is not theirs or not there. */
export async function readGeneration(dataSource: DataSource, userId: string, id: string): Promise<GenerationAt | null> {
  const [found] = await prepared<GenerationAt & Record<string, unknown>>(dataSource, STATEMENT, [id, userId]);
  return found ?? null;
}

/** The same within a transaction, which sees what it has written itself. */
export const readOwnGeneration = (tx: EntityManager, userId: string, id: string): Promise<GenerationAt | null> =>
  row<GenerationAt>(tx, STATEMENT.text, [id, userId]);
