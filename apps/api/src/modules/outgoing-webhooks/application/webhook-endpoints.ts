import {
  WEBHOOK_ENDPOINTS_MAX,
  WEBHOOK_SECRET_OVERLAP_HOURS,
  type NewWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEvent,
} from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { lockPerson } from '../../users/index.js';
import { endpointUrl } from '../domain/webhook-url.js';
import { failWaiting } from '../persistence/claim-delivery.js';
import { deleteEndpoints } from '../persistence/delete-endpoints.js';
import { WebhookEndpointEntity } from '../persistence/webhook-endpoint.entity.js';
import { WebhookSecrets } from './webhook-secrets.js';

export interface EndpointChanges {
  url?: string | undefined;
  events?: WebhookEvent[] | undefined;
  enabled?: boolean | undefined;
}

const present = (endpoint: WebhookEndpointEntity): WebhookEndpoint => ({
  id: endpoint.id,
  url: endpoint.url,
  events: endpoint.events,
  enabled: endpoint.enabled,
  disabled_at: endpoint.disabledAt?.toISOString() ?? null,
  failing_since: endpoint.failingSince?.toISOString() ?? null,
  created_at: endpoint.createdAt.toISOString(),
});

/** A person's endpoints. Of those of others, each method throws `NOT_FOUND`. */
@Injectable()
export class WebhookEndpoints {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: WebhookSecrets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(userId: string): Promise<WebhookEndpoint[]> {
    const endpoints = await this.dataSource.manager.find(WebhookEndpointEntity, {
      where: { userId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return endpoints.map(present);
  }

  /** The person is locked, so that parallel calls keep to the limit and none outlives the account. */
  create(userId: string, { url, events }: { url: string; events: WebhookEvent[] }): Promise<NewWebhookEndpoint> {
    const id = randomUUID();
    const { secret, sealed } = this.secrets.create(id);
    const endpoint = { id, userId, url: this.allowedUrl(url), events: unique(events), secretSealed: sealed };
    return inTransaction(this.dataSource, async (tx) => {
      if (!(await lockPerson(tx, userId))) throw new AppError('UNAUTHENTICATED');
      const count = await tx.countBy(WebhookEndpointEntity, { userId });
      if (count >= WEBHOOK_ENDPOINTS_MAX) throw new AppError('WEBHOOK_ENDPOINT_LIMIT');
      await tx.insert(WebhookEndpointEntity, endpoint);
      return { ...present(await this.own(tx, userId, id)), secret };
    });
  }

  /** Enabled again, an endpoint begins anew; disabled, what waits for it is given up. */
  update(userId: string, id: string, { url, events, enabled }: EndpointChanges): Promise<WebhookEndpoint> {
    const changes = {
      ...(url !== undefined && { url: this.allowedUrl(url), failingSince: null }),
      ...(events && { events: unique(events) }),
      // Switched by its owner, it is no longer disabled by us.
      ...(enabled !== undefined && { enabled, disabledAt: null, mailDue: false }),
      ...(enabled && { failingSince: null }),
    };
    return inTransaction(this.dataSource, async (tx) => {
      await this.lock(tx, userId, id);
      if (Object.keys(changes).length > 0) await tx.update(WebhookEndpointEntity, { id }, changes);
      if (enabled === false) await failWaiting(tx, id);
      return present(await this.own(tx, userId, id));
    });
  }

  /** With its deliveries. An attempt that is under way may still arrive. */
  async delete(userId: string, id: string): Promise<void> {
    if ((await deleteEndpoints(this.dataSource.manager, userId, id)) === 0) throw notFound();
  }

  /** The previous secret goes on signing for a day; the one before it ends. */
  rotateSecret(userId: string, id: string): Promise<NewWebhookEndpoint> {
    const { secret, sealed } = this.secrets.create(id);
    return inTransaction(this.dataSource, async (tx) => {
      await this.lock(tx, userId, id);
      await tx.update(
        WebhookEndpointEntity,
        { id },
        {
          secretSealed: sealed,
          previousSecretSealed: () => 'secret_sealed',
          previousSecretUntil: () => `now() + interval '${WEBHOOK_SECRET_OVERLAP_HOURS} h'`,
        },
      );
      return { ...present(await this.own(tx, userId, id)), secret };
    });
  }

  private async own(tx: EntityManager, userId: string, id: string): Promise<WebhookEndpointEntity> {
    const endpoint = await tx.findOneBy(WebhookEndpointEntity, { id, userId });
    if (!endpoint) throw notFound();
    return endpoint;
  }

  private async lock(tx: EntityManager, userId: string, id: string): Promise<void> {
    const endpoint = await tx.findOne(WebhookEndpointEntity, {
      where: { id, userId },
      lock: { mode: 'for_no_key_update' },
    });
    if (!endpoint) throw notFound();
  }

  private allowedUrl(text: string): string {
    const url = endpointUrl(text, { isTest: this.config.webhookTestNetwork !== null });
    if (url === null) throw new AppError('URL_NOT_ALLOWED');
    return url;
  }
}

const unique = <T>(values: T[]): T[] => [...new Set(values)];
