import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import type { Config } from './platform/config/config.js';
import { serveDocs } from './platform/docs/serve-docs.js';
import { RedisUserEvents } from './platform/events/redis-user-events.js';
import { admitRequests } from './platform/http/admission.js';
import { Authentication } from './platform/http/authentication.js';
import { drainOnClose } from './platform/http/drain.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { createAdapter } from './platform/http/fastify-adapter.js';
import { constantHeaders } from './platform/http/headers.js';
import { parseBodies, refuseOtherEncodings } from './platform/http/bodies/json-body.js';
import { logRequests } from './platform/http/request-log.js';
import { boundUnfinishedBodies } from './platform/http/bodies/unfinished-bodies.js';
import { createLogger } from './platform/observability/logger.js';
import { NestLogger } from './platform/observability/nest-logger.js';
import { RateLimiters } from './platform/throttle/rate-limiters.js';
import { traceRequests } from './platform/tracing/trace-requests.js';
import { inBackground } from './platform/process/in-background.js';

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
  parseBodies(fastify);
  const setHeaders = constantHeaders(config);
  drainOnClose(fastify);
  if (config.tracing) traceRequests(fastify);
  logRequests(fastify, logger);
  fastify.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    refuseOtherEncodings(request);
    done();
  });
  admitRequests(fastify, app.get(RateLimiters), app.get(Authentication));
  boundUnfinishedBodies(fastify);
  inBackground(app.get(RedisUserEvents).listen());
  if (config.http.docs) await serveDocs(app, config);
  return app;
}
