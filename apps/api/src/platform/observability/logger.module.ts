import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';

/** Injection token of the process's structured logger (pino). */
export const LOGGER = Symbol('LOGGER');

@Global()
@Module({})
export class LoggerModule {
  static with(logger: Logger): DynamicModule {
    return { module: LoggerModule, providers: [{ provide: LOGGER, useValue: logger }], exports: [LOGGER] };
  }
}
