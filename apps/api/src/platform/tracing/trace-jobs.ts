import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** W3C trace context. */
export type TraceCarrier = Record<string, string>;

export interface TracedJob {
  trace?: TraceCarrier;
}

/** The job with the trace that its worker continues, if there is one. */
export function withTrace<T extends object>(job: T): T & TracedJob {
  const carrier: TraceCarrier = {};
  propagation.inject(context.active(), carrier);
  return Object.keys(carrier).length > 0 ? { ...job, trace: carrier } : job;
}

/** Runs a job of `queue` as part of the trace that it came with, or of a new one. */
export function traceJob<T>(queue: string, job: TracedJob, work: () => Promise<T>): Promise<T> {
  const parent = propagation.extract(context.active(), job.trace ?? {});
  const attributes = {
    'messaging.system': 'bull',
    'messaging.destination.name': queue,
    'messaging.operation.type': 'process',
  };
  const options = { kind: SpanKind.CONSUMER, attributes };
  return trace.getTracer('queue').startActiveSpan(`process ${queue}`, options, parent, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
