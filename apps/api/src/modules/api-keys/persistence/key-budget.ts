import type { EntityManager } from 'typeorm';
import { AppError } from '../../../platform/errors/app-error.js';
import { oneRow } from '../../../platform/database/rows.js';

// What was returned is not used. Days are UTC.
const BUDGET = `
select k.daily_units as "dailyUnits", (
         select coalesce(sum(h.amount), 0)::bigint
           from api_keys f join holds h on h.api_key_id = f.id
          where f.family_id = k.family_id and h.state <> 'returned' and h.created_at >= date_trunc('day', now(), 'UTC')
       ) as "usedUnits"
  from api_keys k where k.id = $1`;

/**
 * Throws `API_KEY_BUDGET_USED` when `units` more are beyond what a key and its predecessors may spend today. The account
 * must be locked by an earlier statement of `tx`: its holds then cannot change.
 */
export async function refuseBeyondBudget(tx: EntityManager, keyId: string, units: number): Promise<void> {
  const { dailyUnits, usedUnits } = await oneRow<{ dailyUnits: number | null; usedUnits: number }>(tx, BUDGET, [keyId]);
  if (dailyUnits !== null && usedUnits + units > dailyUnits) throw new AppError('API_KEY_BUDGET_USED');
}
