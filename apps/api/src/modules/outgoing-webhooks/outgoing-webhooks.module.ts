import { Module } from '@nestjs/common';
import { UsersModule } from '../users/index.js';
import { EraseWebhooks } from './application/erase-webhooks.js';
import { ExportWebhooks } from './application/export-webhooks.js';
import { WebhookDeliveries } from './application/webhook-deliveries.js';
import { WebhookEndpoints } from './application/webhook-endpoints.js';
import { WebhookEndpointsController } from './http/webhook-endpoints.controller.js';
import { DisabledMailer } from './jobs/disabled-mailer.js';
import { WebhookRecordsModule } from './webhook-records.module.js';

/** What people do with their endpoints: of the HTTP process alone. */
@Module({
  imports: [WebhookRecordsModule, UsersModule],
  controllers: [WebhookEndpointsController],
  providers: [WebhookEndpoints, WebhookDeliveries, EraseWebhooks, ExportWebhooks, DisabledMailer],
})
export class OutgoingWebhooksModule {}
