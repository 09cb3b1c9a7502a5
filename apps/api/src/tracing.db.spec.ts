import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useApp } from '../test/support/app.js';
import { testConfig } from '../test/support/config.js';
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from '../test/support/http/otlp-receiver.js';
import { until } from '../test/support/timing/until.js';
import { CONFIG } from './platform/config/config.module.js';
import type { Config } from './platform/config/config.js';
import { createLogger } from './platform/observability/logger.js';
import { startTracing } from './platform/tracing/start-tracing.js';
import { WorkerModule } from './worker.module.js';

const INCOMING = '0af7651916cd43dd8448eb211c80319c';
const lines: string[] = [];
const log = { write: (line: string) => void lines.push(line) };
const engineHeaders: (string | undefined)[] = [];
let receiver: OtlpReceiver;
let engine: Server;
let worker: INestApplicationContext;
let stopTracing: () => Promise<void>;

const environment = () => ({
  LOG_LEVEL: 'info',
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20canary-key',
  WEBUI_URL: `http://127.0.0.1:${(engine.address() as AddressInfo).port}`,
});

beforeAll(async () => {
  process.env.OTEL_BSP_SCHEDULE_DELAY = '20';
  receiver = await startOtlpReceiver();
  engine = createServer((request, response) => {
    engineHeaders.push(request.headers.traceparent as string | undefined);
    response.writeHead(500).end();
  }).listen(0, '127.0.0.1');
  await once(engine, 'listening');
  const config = testConfig(environment());
  stopTracing = await startTracing('api', config, createLogger(config, log));
});
const api = useApp({ env: environment, log });
beforeAll(async () => {
  const config = api.app.get<Config>(CONFIG, { strict: false });
  worker = await NestFactory.createApplicationContext(WorkerModule.with(config, createLogger(config, log)), {
    logger: false,
  });
});
afterAll(async () => {
  await worker.close();
  engine.close();
});

const spansOf = (traceId: string): ReceivedSpan[] => receiver.spans.filter((span) => span.traceId === traceId);
const named = (spans: ReceivedSpan[], name: string) => spans.find((span) => span.name.startsWith(name));
const parent = (spans: ReceivedSpan[], child?: ReceivedSpan) =>
  spans.find(({ spanId }) => spanId === child?.parentSpanId);

test('a request, its statements, its job and the call of the engine are one trace', async () => {
  const { token } = await api.signIn();
  const headers = { traceparent: `00-${INCOMING}-b7ad6b7169203331-00` };
  const body = { prompt: 'canary-prompt' };
  const answer = await api.post('/images/generate', { token, body, headers });
  expect(answer.status).toBe(202);
  await until(() => named(spansOf(INCOMING), 'process generate-image') !== undefined);
  await until(() => engineHeaders.some((header) => header?.includes(INCOMING)));
  const calls = () =>
    spansOf(INCOMING).filter(({ attributes }) => attributes['server.port'] === (engine.address() as AddressInfo).port);
  await until(() => calls().length > 0);

  const spans = spansOf(INCOMING);
  const request = named(spans, 'POST /api/images/generate');
  const job = named(spans, 'process generate-image');
  expect(request).toMatchObject({
    parentSpanId: 'b7ad6b7169203331',
    attributes: {
      'http.route': '/api/images/generate',
      'http.response.status_code': 202,
      'lumina.request_id': answer.headers.get('x-request-id'),
    },
  });
  expect(parent(spans, job)).toBe(request);
  expect(parent(spans, calls()[0])?.name).toBe('process generate-image');
  const parentsOf = (system: string) =>
    spans.filter(({ attributes }) => attributes['db.system.name'] === system).map((span) => parent(spans, span)?.name);
  expect(parentsOf('postgresql')).toEqual(expect.arrayContaining([request?.name, job?.name]));
  expect(parentsOf('redis')).toContain(request?.name);
});

test('log lines name their trace, and health checks make none', async () => {
  await api.get('/health/ready');
  const answer = await api.get('/auth/verify', { headers: { traceparent: `00-${INCOMING}-b7ad6b7169203332-01` } });
  const id = answer.headers.get('x-request-id');
  await until(() => lines.some((line) => line.includes(`"request_id":"${id}"`)));
  const line = lines.find((one) => one.includes(`"request_id":"${id}"`)) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ trace_id: INCOMING, status: 401 });
  await until(() => named(spansOf(INCOMING), 'GET /api/auth/verify') !== undefined);
  expect(receiver.spans.filter(({ name }) => name.includes('health'))).toEqual([]);
  const refused = named(spansOf(INCOMING), 'GET /api/auth/verify');
  expect(refused?.attributes['lumina.error_code']).toBe('UNAUTHENTICATED');
  const accepted = named(spansOf(INCOMING), 'POST /api/images/generate');
  expect(Object.keys(accepted?.attributes ?? {})).not.toContain('lumina.error_code');
});

test('no prompt, address, token or query leaves the process', async () => {
  const { token, userId } = await api.signIn({ email: 'canary@example.com', name: 'canary-person' });
  await api.get('/images?search=canary-search&page=1', { token });
  await api.get('/files/pictures/canary-key.png?e=1&s=canary-signature');
  await api.request('PATCH', '/users/profile', { token, body: { name: 'canary-name' } });
  await api.get(`/images/canary-id?token=${token}`, { token });
  await api.get('/images/shared/canary-share', {
    headers: { 'user-agent': 'canary-agent', baggage: 'a=canary-baggage' },
  });
  await until(() => receiver.spans.some(({ name }) => name === 'GET /api/images/shared/:token'));
  const sent = Buffer.concat(receiver.bodies).toString('latin1');
  for (const secret of ['canary', token, userId]) expect(sent).not.toContain(secret);
  expect(new Set(receiver.headers.map(({ authorization }) => authorization))).toEqual(new Set(['Basic canary-key']));
});

test('a collector that went away keeps no request waiting, is told, and lets tracing end', async () => {
  await receiver.close();
  expect((await api.get('/images/styles')).status).toBe(200);
  await until(() => lines.some((line) => line.includes('traces could not be sent')));
  expect((await api.get('/images/styles')).status).toBe(200);
  await stopTracing();
});

test('without a collector the SDK is not loaded', async () => {
  const loaded = jest.fn();
  jest.resetModules();
  jest.doMock('./platform/tracing/open-telemetry.js', () => {
    loaded();
    return { registerTracing: () => () => Promise.resolve() };
  });
  const { startTracing: start } = await import('./platform/tracing/start-tracing.js');
  const logger = createLogger({ logLevel: 'silent' }, log);
  await start('api', testConfig(), logger);
  expect(loaded).not.toHaveBeenCalled();
  await start('api', testConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }), logger);
  expect(loaded).toHaveBeenCalled();
});
