import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import { AdminCommands, AdminError, type AdminCommand } from './modules/subscriptions/index.js';
import type { Config } from './platform/config/config.js';
import { reasonOf } from './platform/database/connect.js';
import { dataSourceOptions } from './platform/database/data-source.js';
import { createLogger } from './platform/observability/logger.js';
import { NestLogger } from './platform/observability/nest-logger.js';

/** The application would start without its database, and wait for it. */
async function assertDatabaseAnswers(config: Config): Promise<void> {
  const dataSource = new DataSource(dataSourceOptions(config, { entities: [], migrations: [] }));
  try {
    await dataSource.initialize();
  } catch (error) {
    const step = 'Is the product running (npm start), or Postgres up (lumina ps)?';
    throw new AdminError(`The database does not answer (${reasonOf(error)}), so nothing was done. ${step}`);
  }
  await dataSource.destroy();
}

/** @throws AdminError */
export async function runAdminCommand(command: AdminCommand, config: Config): Promise<object> {
  await assertDatabaseAnswers(config);
  // What it does is in the audit; of the log, only faults matter here. The port of metrics is the API's.
  const quiet: Config = { ...config, logLevel: 'error', metrics: null };
  const logger = createLogger(quiet);
  const app = await NestFactory.createApplicationContext(AppModule.with(quiet, logger), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  try {
    return await app.get(AdminCommands, { strict: false }).run(command);
  } finally {
    await app.close();
  }
}
