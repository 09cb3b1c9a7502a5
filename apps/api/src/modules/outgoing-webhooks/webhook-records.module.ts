import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WebhookSecrets } from './application/webhook-secrets.js';
import { NotifyAfterCommit } from './jobs/notify-after-commit.js';
import { producerQueue, WebhookQueue } from './jobs/webhook-queue.js';
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
export class WebhookRecordsModule {}
