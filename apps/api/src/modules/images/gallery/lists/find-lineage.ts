import { LINEAGE_MAX } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { rows } from '../../../../platform/database/rows.js';

export interface FoundLineage {
  ancestors: string[];
  remixes: string[];
}

// Walks past deleted images, so that a lineage does not end where one of its images was deleted.
const LINEAGE = `
with recursive line as (
  select i.id, i.user_id, g.parent_id, 0 as steps
    from images i join generations g on g.id = i.generation_id
   where i.id = $2 and i.user_id = $1 and i.deleted_at is null
  union all
  select p.id, p.user_id, g.parent_id, line.steps + 1
    from line join images p on p.id = line.parent_id and p.user_id = line.user_id
         join generations g on g.id = p.generation_id
   where line.steps < $3
), remixes as (
  select i.id, i.seq
    from line join generations g on g.parent_id = line.id join images i on i.generation_id = g.id
   where line.steps = 0 and i.user_id = $1 and i.status = 'completed' and i.deleted_at is null
   order by g.seq desc, i.seq desc limit $3
)
select array(select line.id from line join images i on i.id = line.id
              where line.steps > 0 and i.status = 'completed' and i.deleted_at is null order by line.steps desc) as ancestors,
       array(select id from remixes order by seq) as remixes
  from line where steps = 0`;

/** Oldest first; null for an image that is unknown, deleted or of another user. */
export async function findLineage(dataSource: DataSource, userId: string, id: string): Promise<FoundLineage | null> {
  const [found] = await rows<FoundLineage>(dataSource, LINEAGE, [userId, id, LINEAGE_MAX]);
  return found ?? null;
}
