import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { ApiKeysModule } from './modules/api-keys/index.js';
import { AuthModule } from './modules/auth/index.js';
import { BatchesModule } from './modules/batches/index.js';
import { DailyBonusModule } from './modules/daily-bonus/index.js';
import { ImagesModule } from './modules/images/index.js';
import { McpModule } from './modules/mcp/index.js';
import { OutgoingWebhooksModule } from './modules/outgoing-webhooks/index.js';
import { QuotaHttpModule } from './modules/quota/index.js';
import { SubscriptionsModule } from './modules/subscriptions/index.js';
import { UsersModule } from './modules/users/index.js';
import { ConfigModule } from './platform/config/config.module.js';
import type { Config } from './platform/config/config.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { DocsModule } from './platform/docs/docs.module.js';
import { EventsModule } from './platform/events/events.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { FeatureGuard } from './platform/http/feature.guard.js';
import { MailModule } from './platform/mail/mail.module.js';
import { TokenGuard } from './platform/http/token.guard.js';
import { LOGGER, ObservabilityModule } from './platform/observability/observability.module.js';
import { RedisModule } from './platform/redis/redis.module.js';
import { ThrottleModule } from './platform/throttle/throttle.module.js';

/** The table of contents: what any product needs, then what this one is. */
@Module({})
export class AppModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        ObservabilityModule.with(logger),
        ScheduleModule.forRoot(),
        DatabaseModule.with({ forRequests: true }),
        RedisModule,
        ThrottleModule,
        EventsModule,
        MailModule,
        HealthModule,

        UsersModule,
        AuthModule,
        ApiKeysModule,
        DocsModule,
        QuotaHttpModule,
        DailyBonusModule,
        SubscriptionsModule,
        ImagesModule,
        BatchesModule,
        McpModule,
        OutgoingWebhooksModule,
      ],
      providers: [
        { provide: APP_GUARD, useClass: FeatureGuard },
        { provide: APP_GUARD, useClass: TokenGuard },
        { provide: APP_FILTER, inject: [LOGGER], useFactory: (log: Logger) => new ErrorFilter(log) },
      ],
    };
  }
}
