import type { WebhookContent } from '@app/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { rows } from '../../../platform/database/rows.js';

export interface DueDelivery {
  id: string;
  endpointId: string;
}

// KEY SHARE: an endpoint that is deleted at this moment is waited for and left out, rather than failing the cause.
const RECORD_EVENT = `
with endpoints as (
  select id, case when disabled_at is null then now() end as due_at from webhook_endpoints
   where user_id = $1::uuid and (enabled or disabled_at is not null) and $2 = any(events) for key share
), event as (
  insert into webhook_events (user_id, type, data)
  select $1::uuid, $2, $3::jsonb where exists (select from endpoints) returning id
), deliveries as (
  insert into webhook_deliveries (event_id, endpoint_id, status, next_attempt_at)
  select event.id, endpoints.id, case when due_at is null then 'failed' else 'pending' end, due_at
    from event, endpoints
  returning id, endpoint_id, status
)
select id, endpoint_id as "endpointId" from deliveries where status = 'pending'`;

const RECORDED = 'webhookDeliveries';

const switchedOff = new WeakSet<DataSource>();

/** From now on, transactions of these connections record no events. */
export const stopRecording = (dataSource: DataSource): void => void switchedOff.add(dataSource);

/**
 * Records what happened to a person's things for each endpoint that wants it, in the transaction that is its cause.
 * Writes nothing for people without such an endpoint. Deliveries are notified once the transaction has committed. What
 * an endpoint misses because we disabled it is recorded as failed, so that its owner can replay it.
 */
export async function recordWebhookEvent(tx: EntityManager, userId: string, content: WebhookContent): Promise<void> {
  if (switchedOff.has(tx.dataSource)) return;
  const due = await rows<DueDelivery>(tx, RECORD_EVENT, [userId, content.type, JSON.stringify(content.data)]);
  noteDeliveries(tx, due);
}

/** Keeps, with the transaction, what its commit makes due. */
export function noteDeliveries({ queryRunner }: EntityManager, due: DueDelivery[]): void {
  if (!queryRunner) return;
  queryRunner.data[RECORDED] = [...notedDeliveries(queryRunner.data), ...due];
}

/** What a transaction has made due; `data` is that of its query runner. */
export const notedDeliveries = (data: Record<string, unknown>): DueDelivery[] =>
  (data[RECORDED] as DueDelivery[] | undefined) ?? [];
