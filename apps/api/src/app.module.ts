import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { AuthModule } from './modules/auth/index.js';
import { DailyBonusModule } from './modules/daily-bonus/index.js';
import { ImagesModule, ImagesPeopleModule } from './modules/images/index.js';
import { QuotaHttpModule } from './modules/quota/index.js';
import { UsersModule } from './modules/users/index.js';
import { ConfigModule } from './platform/config/config.module.js';
import type { Config } from './platform/config/config.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { EventsModule } from './platform/events/events.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { MailModule } from './platform/mail/mail.module.js';
import { TokenGuard } from './platform/http/token.guard.js';
import { LOGGER, ObservabilityModule } from './platform/observability/observability.module.js';
import { RedisModule } from './platform/redis/redis.module.js';
import { AddressLimitGuard, PersonLimitGuard } from './platform/throttle/limit.guards.js';
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
        EventsModule,
        MailModule,
        ThrottleModule,
        HealthModule,

        UsersModule,
        AuthModule,
        QuotaHttpModule,
        DailyBonusModule,
        ImagesModule,
        ImagesPeopleModule,
      ],
      providers: [
        // In this order: who asks too much, who asks at all, what this person may ask.
        { provide: APP_GUARD, useClass: AddressLimitGuard },
        { provide: APP_GUARD, useClass: TokenGuard },
        { provide: APP_GUARD, useClass: PersonLimitGuard },
        { provide: APP_FILTER, inject: [LOGGER], useFactory: (log: Logger) => new ErrorFilter(log) },
      ],
    };
  }
}
