import type { Paged, WebhookContent, WebhookDelivery } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { noteDeliveries } from '../persistence/record-event.js';
import { WebhookDeliveryEntity } from '../persistence/webhook-delivery.entity.js';
import { WebhookEndpointEntity } from '../persistence/webhook-endpoint.entity.js';
import { WebhookEventEntity } from '../persistence/webhook-event.entity.js';

const present = (delivery: WebhookDeliveryEntity): WebhookDelivery => ({
  id: delivery.id,
  event_id: delivery.eventId,
  event: delivery.event.type,
  status: delivery.status,
  attempts: delivery.attempts,
  last_status: delivery.lastStatus,
  last_failure: delivery.lastFailure,
  last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
  next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
  created_at: delivery.createdAt.toISOString(),
});

/** The delivery log of an endpoint. Throws `NOT_FOUND` for one of another person. */
@Injectable()
export class WebhookDeliveries {
  constructor(private readonly dataSource: DataSource) {}

  /** The newest first. */
  async list(
    userId: string,
    endpointId: string,
    { page, limit }: { page: number; limit: number },
  ): Promise<Paged<WebhookDelivery>> {
    const { manager } = this.dataSource;
    if (!(await manager.existsBy(WebhookEndpointEntity, { id: endpointId, userId }))) throw notFound();
    const [deliveries, total] = await manager.findAndCount(WebhookDeliveryEntity, {
      where: { endpointId },
      relations: { event: true },
      order: { createdAt: 'DESC', id: 'ASC' },
      skip: (page - 1) * limit,
      take: limit,
    });
    return { data: deliveries.map(present), page, limit, total };
  }

  /** Sends a `test` event, once, also to an endpoint that is disabled. */
  test(userId: string, endpointId: string): Promise<WebhookDelivery> {
    return inTransaction(this.dataSource, async (tx) => {
      await lockEndpoint(tx, userId, endpointId);
      const test: Extract<WebhookContent, { type: 'test' }> = { type: 'test', data: { endpoint_id: endpointId } };
      const { id } = await tx.save(tx.create(WebhookEventEntity, { userId, ...test }));
      return this.deliver(tx, endpointId, id);
    });
  }

  /** Sends the event of a delivery again, under the same `webhook-id`, as a delivery of its own. */
  replay(userId: string, endpointId: string, deliveryId: string): Promise<WebhookDelivery> {
    return inTransaction(this.dataSource, async (tx) => {
      await lockEndpoint(tx, userId, endpointId);
      const delivery = await tx.findOneBy(WebhookDeliveryEntity, { id: deliveryId, endpointId });
      if (!delivery) throw notFound();
      return this.deliver(tx, endpointId, delivery.eventId);
    });
  }

  private async deliver(tx: EntityManager, endpointId: string, eventId: string): Promise<WebhookDelivery> {
    const { id } = await tx.save(tx.create(WebhookDeliveryEntity, { endpointId, eventId }));
    noteDeliveries(tx, [{ id, endpointId }]);
    return present(await tx.findOneOrFail(WebhookDeliveryEntity, { where: { id }, relations: { event: true } }));
  }
}

/** Keeps the endpoint from being deleted until the transaction ends. */
async function lockEndpoint(tx: EntityManager, userId: string, id: string): Promise<void> {
  const endpoint = await tx.findOne(WebhookEndpointEntity, { where: { id, userId }, lock: { mode: 'for_key_share' } });
  if (!endpoint) throw notFound();
}
