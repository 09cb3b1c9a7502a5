import { IsNull, type EntityManager } from 'typeorm';
import { changed, type Sql } from '../../../platform/database/rows.js';
import { WebhookEndpointEntity } from './webhook-endpoint.entity.js';

/**
 * Deletes a person's endpoints, or the one that is named: from then on nothing is sent to them. Their rows are erased
 * later, since what is under way counts for its owner until it has ended. Returns how many there were.
 */
export async function deleteEndpoints(manager: EntityManager, userId: string, id?: string): Promise<number> {
  const deleted = { enabled: false, disabledAt: null, mailDue: false, deletedAt: () => 'now()' };
  const where = { userId, deletedAt: IsNull(), ...(id !== undefined && { id }) };
  return (await manager.update(WebhookEndpointEntity, where, deleted)).affected ?? 0;
}

/** Erases up to `limit` deliveries of deleted endpoints, none that is under way, and the endpoints that have none left. */
export async function eraseDeletedEndpoints(sql: Sql, limit: number): Promise<void> {
  await changed(
    sql,
    `delete from webhook_deliveries where id in (
       select d.id from webhook_endpoints p join webhook_deliveries d on d.endpoint_id = p.id
        where p.deleted_at is not null and (d.lease_until is null or d.lease_until <= now())
        limit $1 for update of d skip locked)`,
    [limit],
  );
  await changed(
    sql,
    `delete from webhook_endpoints p
      where deleted_at is not null and not exists (select from webhook_deliveries where endpoint_id = p.id)`,
  );
}

// The endpoints last: an erasure that was broken off finds its deliveries by them.
const ERASE_OF_PERSON = [
  `delete from webhook_deliveries where id in (
     select d.id from webhook_endpoints p join webhook_deliveries d on d.endpoint_id = p.id where p.user_id = $1 limit $2)`,
  `delete from webhook_events where id in (select id from webhook_events where user_id = $1 limit $2)`,
  `delete from webhook_endpoints where id in (select id from webhook_endpoints where user_id = $1 limit $2)`,
];

/** Erases everything of a removed account, up to `limit` rows at once. False when `signal` stopped it between two steps. */
export async function eraseWebhooks(
  sql: Sql,
  userId: string,
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<boolean> {
  for (const statement of ERASE_OF_PERSON) {
    for (let erased = limit; erased === limit;) {
      if (signal.aborted) return false;
      erased = await changed(sql, statement, [userId, limit]);
    }
  }
  return true;
}
