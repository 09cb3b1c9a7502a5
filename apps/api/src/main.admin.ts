import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { AdminCommands, AdminError, parseAdminCommand } from './modules/subscriptions/index.js';
import { configFromProcess, type Config } from './platform/config/config.js';
import { createLogger } from './platform/observability/logger.js';
import { NestLogger } from './platform/observability/nest-logger.js';
import { readConfigOrExit } from './platform/process/run-process.js';

/** The command line of operators: one command of the first arguments, its answer as JSON. */
async function run(config: Config): Promise<object> {
  const command = parseAdminCommand(process.argv.slice(2));
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

try {
  process.stdout.write(`${JSON.stringify(await run(readConfigOrExit(configFromProcess)), null, 2)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof AdminError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
