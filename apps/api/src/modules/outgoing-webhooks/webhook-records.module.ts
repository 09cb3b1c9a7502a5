import { BullModule } from '@nestjs/bull';
import { Inject, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../platform/config/config.module.js';
import type { Config } from '../../platform/config/config.js';
import { WebhookSecrets } from './application/webhook-secrets.js';
import { NotifyAfterCommit } from './jobs/notify-after-commit.js';
import { producerQueue, WebhookQueue } from './jobs/webhook-queue.js';
import { stopRecording } from './persistence/record-event.js';
import { WebhookDeliveryEntity } from './persistence/webhook-delivery.entity.js';
import { WebhookEndpointEntity } from './persistence/webhook-endpoint.entity.js';
import { WebhookEventEntity } from './persistence/webhook-event.entity.js';

/** What every process has: the records, and the notification of those it writes. */
@Module({
  imports: [
    TypeOrmModule.forFeature([WebhookEndpointEntity, WebhookEventEntity, WebhookDeliveryEntity]),
    BullModule.registerQueueAsync(producerQueue),
  ],
  providers: [NotifyAfterCommit, WebhookQueue, WebhookSecrets],
  exports: [WebhookQueue, WebhookSecrets],
})
export class WebhookRecordsModule {
  /** Without the public API nobody can see, change or delete an endpoint. */
  constructor(dataSource: DataSource, @Inject(CONFIG) { features }: Config) {
    if (!features.publicApi) stopRecording(dataSource);
  }
}
