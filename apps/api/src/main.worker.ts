import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { configFromProcess } from './platform/config/config.js';
import { createLogger } from './platform/observability/logger.js';
import { NestLogger } from './platform/observability/nest-logger.js';
import { runProcess } from './platform/process/run-process.js';
import { lowerProcessPriority } from './platform/process/lower-process-priority.js';
import { WorkerModule } from './worker.module.js';

// On a machine that also serves requests, those go first.
lowerProcessPriority();

await runProcess('worker', configFromProcess, createLogger, (config, logger) =>
  NestFactory.createApplicationContext(WorkerModule.with(config, logger), {
    logger: new NestLogger(logger),
    abortOnError: false,
  }),
);
