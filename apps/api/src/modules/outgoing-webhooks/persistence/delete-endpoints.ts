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
