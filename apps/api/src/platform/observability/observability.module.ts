import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { MetricsServer } from './metrics-server.js';

/** Injection token of the process's structured logger (pino). */
export const LOGGER = Symbol('LOGGER');

/** The logger of the process, and its metrics where a port is set for them. */
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
