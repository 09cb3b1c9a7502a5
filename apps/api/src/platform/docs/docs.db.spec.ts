import { createServer } from 'node:net';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { calls, codesOf, ERROR_STATUS, type Call } from '@app/contracts';
import { useApp } from '../../../test/support/app.js';
import { openApiDocument } from './openapi.js';

interface Operation {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, { description: string; content?: Record<string, { schema?: object }> }>;
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0));
    });
  });

describe('the description of the API', () => {
  const document = openApiDocument('Lumina') as unknown as Document;
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const allCalls = Object.values(calls).flatMap((group) => Object.values(group) as Call[]);

  test('has every call of the contract, with every code that it can answer', () => {
    expect(operations).toHaveLength(allCalls.length);
    for (const { route } of allCalls) {
      const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`;
      const operation = document.paths[path]?.[route.method.toLowerCase()];
      expect([path, operation?.security.length]).toEqual([path, route.access === 'user' ? 1 : 0]);
      expect(Object.keys(operation?.responses ?? {})).toContain(String(route.status ?? 200));
      for (const code of codesOf(route)) {
        expect(operation?.responses[String(ERROR_STATUS[code])]?.description.split(', ')).toContain(code);
      }
    }
  });

  test('tells what each call answers: fields as JSON, a file, or events', () => {
    const types = { json: 'application/json', binary: 'application/octet-stream', stream: 'text/event-stream' };
    for (const { route } of allCalls) {
      const operation = document.paths[`/api${route.path.replace(/:(\w+)/g, '{$1}')}`]?.[route.method.toLowerCase()];
      const content = operation?.responses[String(route.status ?? 200)]?.content ?? {};
      const type = types[route.carries ?? 'json'];
      expect([route.path, Object.keys(content)]).toEqual([route.path, [type]]);
      expect([route.path, content[type]?.schema !== undefined]).toEqual([route.path, type === types.json]);
    }
  });

  test('bounds no number by what JavaScript can count, which mock servers would answer', () => {
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  test('names what stands in the address as required', () => {
    const inPath = operations.flatMap(({ parameters }) => parameters.filter((parameter) => parameter.in === 'path'));
    expect(inPath.length).toBeGreaterThan(5);
    expect(inPath.filter(({ required }) => !required)).toEqual([]);
  });
});

describe('in local mode', () => {
  const api = useApp({ env: { API_DOCS: 'true' } });

  test('the description and its page are served, and the page may run its own scripts only', async () => {
    const page = await api.get('/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'self'/);
    const description = await api.get('/docs/openapi.json');
    expect(description.body).toMatchObject({ openapi: '3.1.0', info: { title: 'Lumina' } });
    expect((await api.get('/docs/swagger-ui-bundle.js')).status).toBe(200);
    const other = await api.get('/health');
    expect(other.headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
  });
});

describe('metrics', () => {
  let port = 0;
  beforeAll(async () => {
    port = await freePort();
  });
  const api = useApp({ env: () => ({ METRICS_PORT: String(port) }) });

  test('are on a port of their own, by pattern of the route, and nothing else is there', async () => {
    await api.get('/users/profile');
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    const text = await answer.text();
    expect(text).toMatch(/^http_request_seconds_count\{method="GET",route="\/api\/users\/profile",status="401"\} 1$/m);
    expect(text).toContain('process_cpu_seconds_total');
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  });

  test('are not served beside the API', async () => {
    expect((await api.get('/metrics')).status).toBe(404);
    expect((await fetch(`${api.url}/metrics`)).status).toBe(404);
  });
});
