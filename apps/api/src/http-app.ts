import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import type { Config } from './platform/config/config.js';
import { serveDocs } from './platform/docs/serve-docs.js';
import { drainOnClose } from './platform/http/drain.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { createAdapter } from './platform/http/fastify-adapter.js';
import { setHeaders } from './platform/http/headers.js';
import { acceptOnlyJson } from './platform/http/json-body.js';
import { logRequests } from './platform/http/request-log.js';
import { answerWhileDatabaseIsSilent } from './platform/http/silent-database.js';
import { createLogger } from './platform/observability/logger.js';
import { NestLogger } from './platform/observability/nest-logger.js';

/** The HTTP process, ready to listen. A database that is away does not keep it from starting: it answers 503. */
export async function createHttpApp(
  config: Config,
  logger: Logger = createLogger(config),
): Promise<NestFastifyApplication> {
  const failures = new ErrorFilter(logger);
  const adapter = createAdapter(config, (error, request, reply) => failures.answer(error, request, reply));
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config, logger), adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  app.setGlobalPrefix('api');
  const fastify = adapter.getInstance();
  setHeaders(app, config);
  acceptOnlyJson(fastify);
  logRequests(fastify, logger);
  const database = { dataSource: app.get(DataSource), url: config.database.url };
  answerWhileDatabaseIsSilent(fastify, database, (error, request, reply) => failures.answer(error, request, reply));
  drainOnClose(fastify);
  if (config.http.docs) await serveDocs(app, config);
  return app;
}
