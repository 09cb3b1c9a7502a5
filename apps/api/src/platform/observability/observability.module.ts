import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { MetricsServer } from './metrics-server.js';

export const LOGGER = Symbol('LOGGER');

@Global()
@Module({})
export class ObservabilityModule {
  static with(logger: Logger): DynamicModule {
    return {
      module: ObservabilityModule,
      providers: [{ provide: LOGGER, useValue: logger }, MetricsServer],
      exports: [LOGGER],
    };
  }
}
