import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountErasers, lockPerson, type AccountEraser } from '../../users/index.js';
import { WebhookEndpointEntity } from '../persistence/webhook-endpoint.entity.js';
import { WebhookEventEntity } from '../persistence/webhook-event.entity.js';

/** Ends what an account is told: nothing is sent for it from its removal on. */
@Injectable()
export class EraseWebhooks implements AccountEraser, OnModuleInit {
  readonly part = 'webhooks';

  constructor(private readonly erasers: AccountErasers) {}

  onModuleInit(): void {
    this.erasers.register(this);
  }

  /** The person is locked first, so that no endpoint is created meanwhile. */
  async endInTransaction(tx: EntityManager, userId: string): Promise<void> {
    await lockPerson(tx, userId);
    // With their deliveries.
    await tx.delete(WebhookEndpointEntity, { userId });
    await tx.delete(WebhookEventEntity, { userId });
  }

  eraseAfterCommit(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
