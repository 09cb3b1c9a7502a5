import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { configFromProcess } from './platform/config/config.js';
import { createLogger } from './platform/observability/logger.js';
import { NestLogger } from './platform/observability/nest-logger.js';
import { runProcess } from './platform/process/run-process.js';
import { stepBack } from './platform/process/step-back.js';
import { WorkerModule } from './worker.module.js';

// On a machine that serves people too, they go first.
stepBack();

await runProcess(configFromProcess, createLogger, (config, logger) =>
  NestFactory.createApplicationContext(WorkerModule.with(config, logger), {
    logger: new NestLogger(logger),
    abortOnError: false,
  }),
);
