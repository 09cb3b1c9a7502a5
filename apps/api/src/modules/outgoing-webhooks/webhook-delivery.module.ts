import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { DeliverWebhooks } from './delivery/deliver-webhooks.js';
import { RESOLVE_HOST, resolveHost } from './delivery/resolve-host.js';
import { ATTEMPT_TIMEOUT_MS, DEFAULT_ATTEMPT_TIMEOUT_MS, SendWebhook } from './delivery/send-webhook.js';
import { DeliverySweeper } from './jobs/delivery-sweeper.js';
import { WebhookProcessor } from './jobs/webhook-processor.js';
import { consumerQueue } from './jobs/webhook-queue.js';
import { WebhookRecordsModule } from './webhook-records.module.js';

/** Delivery: what the worker process does for this module. */
@Module({
  imports: [WebhookRecordsModule, BullModule.registerQueueAsync(consumerQueue)],
  providers: [
    { provide: RESOLVE_HOST, useValue: resolveHost },
    { provide: ATTEMPT_TIMEOUT_MS, useValue: DEFAULT_ATTEMPT_TIMEOUT_MS },
    DeliverWebhooks,
    DeliverySweeper,
    SendWebhook,
    WebhookProcessor,
  ],
})
export class WebhookDeliveryModule {}
