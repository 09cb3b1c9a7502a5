import { Module, type DynamicModule } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { ImagesWorkerModule } from './modules/images/worker.js';
import { OperationsModule } from './modules/operations/index.js';
import { WebhookDeliveryModule } from './modules/outgoing-webhooks/worker.js';
import { ConfigModule } from './platform/config/config.module.js';
import type { Config } from './platform/config/config.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { EventsModule } from './platform/events/events.module.js';
import { ObservabilityModule } from './platform/observability/observability.module.js';
import { RedisModule } from './platform/redis/redis.module.js';

/** What the worker process does: no HTTP, only work that takes long. */
@Module({})
export class WorkerModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.with(config),
        ObservabilityModule.with(logger),
        ScheduleModule.forRoot(),
        DatabaseModule.with({ forRequests: false }),
        RedisModule,
        EventsModule,

        ImagesWorkerModule,
        OperationsModule,
        WebhookDeliveryModule,
      ],
    };
  }
}
