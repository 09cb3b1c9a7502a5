import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-node';
import { Redis } from 'ioredis';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { hostname } from 'node:os';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { SafeExporter } from './safe-exporter.js';

const EXPORT_WITHIN_MS = 5_000;
const LAST_EXPORT_WITHIN_MS = 2_000;

type Settings = NonNullable<Config['tracing']>;

interface Patch {
  name: string;
  patch?: (moduleExports: unknown) => unknown;
}

/** Instrumentations patch what `require` loads, and these modules are part of the bundle or loaded already. */
function patchLoaded(instrumentation: object, name: string, moduleExports: object): void {
  (instrumentation as { init(): Patch[] })
    .init()
    .find((one) => one.name === name)
    ?.patch?.(moduleExports);
}

function instrument(): void {
  const outgoing = new HttpInstrumentation({
    disableIncomingRequestInstrumentation: true,
    requireParentforOutgoingSpans: true,
  });
  patchLoaded(outgoing, 'http', http);
  patchLoaded(outgoing, 'https', https);
  syncBuiltinESMExports();
  patchLoaded(new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }), 'pg', pg);
  // The arguments of commands hold keys made of people's addresses.
  patchLoaded(
    new IORedisInstrumentation({ requireParentSpan: true, dbStatementSerializer: (name) => name }),
    'ioredis',
    Redis,
  );
  // oxlint-disable-next-line no-new -- it listens from its construction on
  new UndiciInstrumentation({ requireParentforSpans: true });
}

/**
 * A trace that begins outside is continued, but whether it is kept is decided by its id: requests of strangers could
 * otherwise have all of theirs recorded.
 */
export function registerTracing(service: string, settings: Settings, logger: Logger): () => Promise<void> {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: settings.headers,
    timeoutMillis: EXPORT_WITHIN_MS,
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': `lumina-${service}`,
      'service.version': settings.version,
      'service.instance.id': `${hostname()}-${process.pid}`,
    }),
    sampler: new TraceIdRatioBasedSampler(settings.ratio),
    spanProcessors: [new BatchSpanProcessor(new SafeExporter(exporter, logger))],
  });
  provider.register({ propagator: new W3CTraceContextPropagator() });
  instrument();
  return async () => {
    const late = new Promise((resolve) => setTimeout(resolve, LAST_EXPORT_WITHIN_MS).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  };
}
