import type { Attributes } from '@opentelemetry/api';
import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from 'pino';

const COMPLAIN_EVERY_MS = 60_000;

/** What leaves the process. Everything else may hold addresses, which carry tokens, or parts of what people wrote. */
const ATTRIBUTES = new Set([
  'db.namespace',
  'db.operation.name',
  'db.query.text',
  'db.system.name',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'lumina.error_code',
  'lumina.generation_id',
  'lumina.request_id',
  'messaging.destination.name',
  'messaging.operation.type',
  'messaging.system',
  'server.address',
  'server.port',
  'url.scheme',
]);

const safeAttributes = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => ATTRIBUTES.has(name)));

/** Events and the text of a failure are the words of an error, which may quote a value. */
const safeSpan = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    attributes: { value: safeAttributes(span.attributes) },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  }) as ReadableSpan;

export class SafeExporter implements SpanExporter {
  private complainedAt = -Infinity;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: Logger,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans.map(safeSpan), (result) => {
      if (result.code !== ExportResultCode.SUCCESS) this.complain(result.error);
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private complain(error: Error | undefined): void {
    if (performance.now() - this.complainedAt < COMPLAIN_EVERY_MS) return;
    this.complainedAt = performance.now();
    this.logger.warn({ err: error }, 'traces could not be sent');
  }
}
