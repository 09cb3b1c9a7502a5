import { expect, jest, test } from '@jest/globals';
import { SpanStatusCode } from '@opentelemetry/api';
import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from 'pino';
import { SafeExporter } from './safe-exporter.js';

function exporting(result: ExportResult) {
  const sent: ReadableSpan[] = [];
  const exporter: SpanExporter = {
    export: (spans, done) => {
      sent.push(...spans);
      done(result);
    },
    shutdown: () => Promise.resolve(),
  };
  const warn = jest.fn();
  const safe = new SafeExporter(exporter, { warn } as unknown as Logger);
  const send = (span: Partial<ReadableSpan>): Promise<ExportResult> =>
    new Promise((resolve) => safe.export([{ status: { code: SpanStatusCode.OK }, ...span } as ReadableSpan], resolve));
  return { safe, sent, warn, send };
}

test('a span leaves without addresses, events and words of its failure', async () => {
  const { sent, send } = exporting({ code: ExportResultCode.SUCCESS });
  await send({
    name: 'GET',
    attributes: { 'http.route': '/api/files/*', 'url.full': 'https://a.example/?s=secret' },
    events: [{ name: 'secret', time: [0, 0] }],
    status: { code: SpanStatusCode.ERROR, message: 'secret' },
  });
  const [{ name, attributes, events, status } = {} as ReadableSpan] = sent;
  expect({ name, attributes, events, status }).toEqual({
    name: 'GET',
    attributes: { 'http.route': '/api/files/*' },
    events: [],
    status: { code: SpanStatusCode.ERROR },
  });
});

test('spans that could not be sent are told once, not each time', async () => {
  const result = { code: ExportResultCode.FAILED, error: new Error('no collector') };
  const { warn, send } = exporting(result);
  expect([await send({ attributes: {} }), await send({ attributes: {} })]).toEqual([result, result]);
  expect(warn.mock.calls).toEqual([[{ err: result.error }, 'traces could not be sent']]);
});

test('spans that were sent are no news, and an exporter without a buffer has nothing to flush', async () => {
  const { safe, warn, send } = exporting({ code: ExportResultCode.SUCCESS });
  await send({ attributes: {} });
  expect(warn).not.toHaveBeenCalled();
  await expect(safe.forceFlush()).resolves.toBeUndefined();
});
