import type { EngineId } from '@app/contracts';
import { CLAIM_FIRST, type ClaimedGeneration } from '../../../src/modules/images/worker/claiming/claim-rows.js';
import { row, type Sql } from '../../../src/platform/database/rows.js';

const FIRST = /order by [\w., ]+ limit 1 for no key update of g skip locked/;
if (!FIRST.test(CLAIM_FIRST.text)) throw new Error('The statement of a claim ends in another way');

/** A worker's own statement, for one generation wherever it stands in the queue. */
const CLAIM_NAMED = CLAIM_FIRST.text.replace(FIRST, 'and g.id = $3 for no key update of g');

/** Waits for a locked row. Null: the generation cannot be claimed. */
export async function claimGeneration(
  sql: Sql,
  generationId: string,
  engineByModel: Readonly<Record<string, EngineId>>,
  leaseSeconds: number,
): Promise<ClaimedGeneration | null> {
  const params = [JSON.stringify(engineByModel), leaseSeconds, generationId];
  const claimed = await row<ClaimedGeneration | { id: null }>(sql, CLAIM_NAMED, params);
  return claimed && claimed.id !== null ? claimed : null;
}
