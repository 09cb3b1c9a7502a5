import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { calls, codesOf, ERROR_STATUS, openApiDocument, v1Document, type Call } from '@app/contracts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { useApp } from '../../../test/support/app.js';

interface Operation {
  operationId: string;
  summary?: string;
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
      expect([path, operation?.security.length]).toEqual([path, route.access === 'public' ? 0 : 1]);
      expect(Object.keys(operation?.responses ?? {})).toContain(String(route.status ?? 200));
      for (const code of codesOf(route)) {
        expect(operation?.responses[String(ERROR_STATUS[code])]?.description.split(', ')).toContain(code);
      }
    }
  });

  test('tells what each call answers: fields as JSON, a file, or events', () => {
    const types = {
      json: 'application/json',
      binary: 'application/octet-stream',
      stream: 'text/event-stream',
      html: 'text/html',
    };
    for (const { route, notes } of allCalls) {
      const operation = document.paths[`/api${route.path.replace(/:(\w+)/g, '{$1}')}`]?.[route.method.toLowerCase()];
      const content = operation?.responses[String(route.status ?? 200)]?.content ?? {};
      const type = types[route.carries ?? 'json'];
      expect([route.path, Object.keys(content)]).toEqual([route.path, notes.media ?? [type]]);
      expect([route.path, content[type]?.schema !== undefined]).toEqual([
        route.path,
        type === types.json && !notes.media,
      ]);
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

describe.each([
  ['every call', openApiDocument('Lumina')],
  ['the public API', v1Document('Lumina')],
])('the document of %s', (_, made) => {
  const text = JSON.stringify(made);

  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(text) as Record<string, unknown>);
    expect([valid, errors]).toEqual([true, undefined]);
  });

  test('refers to nothing that it does not have', () => {
    const refs = [...new Set([...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)].map(([, ...ref]) => ref))];
    const components = made.components as Record<string, Record<string, unknown>>;
    expect(text.match(/"\$ref":/g)?.length).toBeGreaterThan(10);
    expect([...text.matchAll(/"\$ref":"(?!#\/components\/)/g)]).toEqual([]);
    expect(refs.filter(([kind = '', name = '']) => !components[kind]?.[name])).toEqual([]);
  });
});

describe('the document of the public API', () => {
  const document = v1Document('Lumina') as unknown as Document;
  const { components } = v1Document('Lumina') as { components: { schemas: Record<string, object> } };

  test('names the schemas, the scope of each call, and what a file can be answered as', () => {
    const { responses, security } = document.paths['/api/v1/images/{id}/download']?.get ?? {};
    expect(security).toEqual([{ apiKey: ['read'] }]);
    expect(Object.keys(responses ?? {})).toEqual(expect.arrayContaining(['200', '206', '304', '416']));
    expect(Object.keys(responses?.['206']?.content ?? {})).toEqual(['image/png', 'image/jpeg', 'image/webp']);
    expect(JSON.stringify(document.paths['/api/v1/generate'])).toContain('"#/components/schemas/Generation"');
  });

  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'v1', ...v1Document('Lumina') });
  /** By the schema at this place. */
  const isValid = (place: string[], value: unknown): boolean => {
    const pointer = place.map((key) => encodeURIComponent(key.replaceAll('/', '~1'))).join('/');
    return ajv.validate(`v1#/${pointer}`, value);
  };

  test('lets answers grow by fields and codes, as v1 promises', () => {
    const failure = { success: false, code: 'NEW_CODE', message: 'New', request_id: 'req_1', new_field: 1 };
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { responses }] of Object.entries(methods)) {
        expect([path, JSON.stringify(responses)]).toEqual([path, expect.not.stringContaining('ties":false')]);
        for (const [status, { content }] of Object.entries(responses).filter(([code]) => Number(code) >= 400)) {
          const place = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema'];
          expect([...place, content && isValid(place, failure)]).toEqual([...place, true]);
        }
      }
    }
  });

  test('lets what is answered grow wherever it is named, and the codes of images and rows', () => {
    const { GenerateRequest: request, ...answered } = components.schemas;
    expect(Object.keys(answered).length).toBeGreaterThan(5);
    expect(JSON.stringify(answered)).not.toContain('"additionalProperties":false');
    expect(JSON.stringify(request)).toContain('"additionalProperties":false');
    const image = answered['Image'] as { properties: Record<string, object> };
    expect(Object.keys(image.properties)).toContain('error_code');
    for (const code of ['NEW_CODE', 'ENGINE_FAILED', null]) {
      expect(isValid(['components', 'schemas', 'Image', 'properties', 'error_code'], code)).toBe(true);
    }
    expect(JSON.stringify(image.properties['error_code'])).toContain('ENGINE_FAILED');
  });

  test('allows no unknown field and no unknown value in what is sent', () => {
    const body = (path: string) => ['paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema'];
    expect(isValid(body('/api/v1/generate'), { prompt: 'a fox' })).toBe(true);
    expect(isValid(body('/api/v1/generate'), { prompt: 'a fox', colour: 'red' })).toBe(false);
    expect(isValid(body('/api/v1/generate'), { prompt: 'a fox', style: 'cubist' })).toBe(false);
    expect(isValid(body('/api/v1/batches'), { rows: [{ prompt: 'a fox' }] })).toBe(true);
    expect(isValid(body('/api/v1/batches'), { rows: [{ prompt: 'a fox', colour: 'red' }] })).toBe(false);
  });

  test('has the public API alone, and no call without a summary', () => {
    expect(Object.keys(document.paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([]);
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.filter(({ summary }) => !summary)).toEqual([]);
    expect(JSON.stringify(document)).not.toContain('accessToken');
  });
});

describe('in production', () => {
  const secret = () => randomBytes(32).toString('base64url');
  const api = useApp({
    env: {
      APP_MODE: 'production',
      PUBLIC_URL: 'https://lumina.example',
      PAYPAL_WEBHOOK_URL: '',
      APP_SECRET: secret(),
      IDENTITY_SECRET: secret(),
    },
  });

  test('the document of the public API is served to everybody, that of everything to nobody', async () => {
    const { status, headers, body } = await api.get('/v1/openapi.json');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual(v1Document('Lumina'));
    expect((await api.get('/docs/openapi.json')).status).toBe(404);
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
