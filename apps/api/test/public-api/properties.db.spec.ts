import { routes, v1Document, type Answer, type Route } from '@app/contracts';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { DispatchBatches } from '../../src/modules/batches/application/dispatch-batches.js';
import { RateLimiters } from '../../src/platform/throttle/rate-limiters.js';
import { createKey } from '../support/api-keys.js';
import { useApp, type Answered, type SignedIn } from '../support/app.js';
import { giveUnits } from '../support/credits/credits.js';
import { expectInvariants } from '../support/credits/invariants.js';
import { valuesOf, type JsonSchema } from '../support/http/schema-arbitrary.js';
import { TURN } from '../support/timing/drawn.js';
import { deliverImage } from '../support/images/work.js';

/** Others each day, and more in `npm run proof`, with another seed each time. */
const IS_PROOF = process.env.V1_REQUESTS !== undefined;
const REQUESTS = Number(process.env.V1_REQUESTS ?? '60');
const SEED = IS_PROOF ? Date.now() % 2 ** 31 : TURN;
const SUCCESSES = IS_PROOF ? 20 : 2;

interface Operation {
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, { schema?: object }> }>;
}
type Fields = Record<string, unknown>;
/** What is sent, before it is written as text. */
interface Wish {
  path: Fields;
  query: Fields;
  header: Fields;
  body?: unknown;
  /** Instead of the body. */
  raw?: string;
  token?: string;
}

const document = v1Document('Lumina') as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
};
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'v1', ...document });
const pointer = (...keys: string[]): string =>
  `v1#/${keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
const resolve = (ref: string): JsonSchema => document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {};

const api = useApp({ env: { IN_FLIGHT_ENTERPRISE: '1000', FREE_ALLOWANCE: 'none' } });
let person: SignedIn;
let key: string;
let reader: string;
let imageId: string;
beforeAll(async () => {
  // One person starts more batches here than an hour allows.
  jest.spyOn(api.app.get(RateLimiters, { strict: false }), 'consumeNamed').mockResolvedValue();
  person = await api.signIn({ plan: 'enterprise' });
  await giveUnits(api.dataSource, person.userId, 1_000_000_000);
  key = (await createKey(api, person)).key;
  reader = (await createKey(api, person, { scopes: ['read'] })).key;
  imageId = await generated();
  await deliverImage(api, imageId);
});
afterAll(() => void jest.restoreAllMocks());

async function generated(): Promise<string> {
  const { body } = await api.post<{ id: string }>('/v1/generate', { token: key, body: { prompt: 'a fox' } });
  return body.data.id;
}

/** Ends what keeps another batch from starting. */
async function endBatches(): Promise<void> {
  const { body } = await api.get<Answer<'v1.listBatches'>>('/v1/batches?limit=3', { token: key });
  for (const { id, status } of body.data.data) {
    if (status === 'running' || status === 'paused') await api.post(`/v1/batches/${id}/stop`, { token: key });
  }
}
/** A new batch, after some calls. */
async function batch(...calls: ('pause' | 'stop')[]): Promise<{ id: string }> {
  await endBatches();
  const sent = { token: key, body: { rows: [{ prompt: 'a fox' }] } };
  const { id } = (await api.post<{ id: string }>('/v1/batches', sent)).body.data;
  for (const call of calls) await api.post(`/v1/batches/${id}/${call}`, { token: key });
  return { id };
}
/** A batch whose last row has ended. */
async function closedBatch(): Promise<{ id: string }> {
  const path = await batch('stop');
  await api.app.get(DispatchBatches, { strict: false }).run(new AbortController().signal);
  return path;
}
const fittingRow = (wish: Fields): Fields => {
  const { model: _, negative_prompt: __, ...row } = wish;
  return { ...row, prompt: 'a fox' };
};

/** What turns a request that the schemas allow into one that finds what it asks for. */
const FITTING: Partial<Record<keyof typeof routes.v1, (wish: Wish) => Wish | Promise<Wish>>> = {
  generate: (wish) => {
    const { parent_id: _, model: __, negative_prompt: ___, ...body } = wish.body as Fields;
    return { ...wish, header: {}, body: { ...body, prompt: 'a fox' } };
  },
  showGeneration: (wish) => ({ ...wish, path: { id: imageId } }),
  cancelGeneration: async (wish) => ({ ...wish, path: { id: await generated() } }),
  listImages: (wish) => ({ ...wish, query: { ...wish.query, page: 1, limit: 5 } }),
  listBatches: (wish) => ({ ...wish, query: { page: 1 } }),
  startBatch: async (wish) => {
    await endBatches();
    const { rows } = wish.body as { rows: Fields[] };
    return { ...wish, header: {}, body: { name: 'foxes', rows: rows.map(fittingRow) } };
  },
  showBatch: async (wish) => ({ ...wish, path: await batch() }),
  pauseBatch: async (wish) => ({ ...wish, path: await batch() }),
  resumeBatch: async (wish) => ({ ...wish, path: await batch('pause') }),
  stopBatch: async (wish) => ({ ...wish, path: await batch() }),
  retryBatch: async (wish) => ({ ...wish, path: await batch('stop'), header: {} }),
  deleteBatch: async (wish) => ({ ...wish, path: await closedBatch() }),
  showImage: (wish) => ({ ...wish, path: { id: imageId } }),
  downloadImage: (wish) => ({ ...wish, path: { id: imageId }, header: {} }),
  deleteImage: async (wish) => ({ ...wish, path: { id: await generated() } }),
};

const fieldsOf = ({ parameters }: Operation, place: string): fc.Arbitrary<Fields> => {
  const there = parameters.filter((parameter) => parameter.in === place);
  const values = there.map(({ name, schema }) => [name, valuesOf(schema, resolve)] as const);
  const requiredKeys = there.filter(({ required }) => required).map(({ name }) => name);
  return fc.record(Object.fromEntries(values), { requiredKeys, noNullPrototype: true });
};

const allowed = (operation: Operation): fc.Arbitrary<Wish> => {
  const schema = operation.requestBody?.content['application/json'].schema;
  return fc.record({
    path: fieldsOf(operation, 'path'),
    query: fieldsOf(operation, 'query'),
    header: fieldsOf(operation, 'header'),
    ...(schema && { body: valuesOf(schema, resolve) }),
  });
};

type Break = (wish: Wish, odd: unknown) => Wish;
const BREAKS: Record<string, Break> = {
  nothing: (wish) => wish,
  'a value of a body field': ({ body, ...wish }, odd) => {
    const [name = 'surprise'] = Object.keys((body as Fields | undefined) ?? {});
    return { ...wish, body: { ...(body as Fields | undefined), [name]: odd } };
  },
  'the body': (wish, odd) => ({ ...wish, body: odd }),
  'its JSON': (wish) => ({ ...wish, raw: '{"prompt":' }),
  'the query': (wish, odd) => ({ ...wish, query: { ...wish.query, page: odd, surprise: odd } }),
  'the path': (wish, odd) => ({ ...wish, path: { id: `x${text(odd)}` } }),
  'a range': (wish) => ({ ...wish, path: { id: imageId }, header: { Range: 'bytes=3-9' } }),
  'a range beyond the end': (wish) => ({ ...wish, path: { id: imageId }, header: { Range: 'bytes=99999999-' } }),
  'a range of nothing': (wish) => ({ ...wish, path: { id: imageId }, header: { Range: 'bytes=9-3' } }),
  'the scope': (wish) => ({ ...wish, token: reader }),
  'the key': (wish) => ({ ...wish, token: `${key.slice(0, -1)}_` }),
};
const broken = (operation: Operation): fc.Arbitrary<Wish> =>
  fc
    .tuple(allowed(operation), fc.constantFrom(...Object.keys(BREAKS)), fc.jsonValue())
    .map(([wish, name, odd]) => BREAKS[name]?.(wish, odd) ?? wish);

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 1_000);
const textsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, text(value)]));
/** Halves of surrogate pairs cannot be encoded. */
const wellFormed = (value: string): string => Buffer.from(value).toString();
/** What HTTP allows in a header. */
const visible = (value: string): string => value.replace(/[^\x21-\x7e]/g, '');

function send(route: Route, wish: Wish): Promise<Answered> {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(wellFormed(text(wish.path[name]))),
  );
  const query = new URLSearchParams(textsOf(wish.query)).toString();
  const headers = Object.entries(textsOf(wish.header)).map(([name, value]) => [name, visible(value)]);
  return api.request(route.method, query === '' ? path : `${path}?${query}`, {
    token: wish.token ?? key,
    headers: { ...(Object.fromEntries(headers) as Record<string, string>), ...(wish.raw && JSON_TYPE) },
    ...(wish.raw === undefined ? wish.body !== undefined && { body: wish.body } : { raw: wish.raw }),
  });
}
const JSON_TYPE = { 'content-type': 'application/json' };

/** Fails when the document does not know the answer. */
function expectDocumented(route: Route, operation: Operation, answer: Answered): void {
  const { status, headers, body } = answer;
  expect(status).toBeLessThan(500);
  const response = operation.responses[String(status)];
  expect([status, Object.keys(operation.responses)]).toEqual([status, expect.arrayContaining([String(status)])]);
  const missing = Object.keys(response?.headers ?? {}).filter(
    (name) => (name.startsWith('RateLimit-') || name === 'X-Request-Id') && headers.get(name) === null,
  );
  expect(missing).toEqual([]);
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const content = response?.content ?? {};
  if (status !== 304) expect(Object.keys(content)).toContain(type);
  if (content[type]?.schema === undefined) return;
  const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`;
  const place = ['paths', path, route.method.toLowerCase(), 'responses', String(status), 'content', type, 'schema'];
  const isValid = ajv.validate(pointer(...place), body);
  expect([isValid, ajv.errors]).toEqual([true, null]);
}

const operations = Object.entries(routes.v1).map(([name, route]) => {
  const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`;
  return [name as keyof typeof routes.v1, route, path] as const;
});
/** Two of three fit. */
const each = Math.ceil(REQUESTS / operations.length / 3);

test.each(operations)(
  '%s answers what the document says, to requests that fit and to those that do not, and never 5xx',
  async (name, route, path) => {
    const operation = document.paths[path]?.[route.method.toLowerCase()];
    if (!operation) throw new Error(`${path} is not in the document`);
    let successes = 0;
    const fit = FITTING[name] ?? ((wish: Wish) => wish);
    const fitting = fc.asyncProperty(allowed(operation), async (wish) => {
      const answer = await send(route, await fit(wish));
      expectDocumented(route, operation, answer);
      if (answer.status < 300) successes += 1;
    });
    const other = fc.asyncProperty(broken(operation), async (wish) =>
      expectDocumented(route, operation, await send(route, wish)),
    );
    await fc.assert(fitting, { numRuns: Math.max(SUCCESSES, each * 2), seed: SEED });
    await fc.assert(other, { numRuns: each, seed: SEED });
    expect(successes).toBeGreaterThanOrEqual(SUCCESSES);
  },
);

test('after all of it, credits are right', () => expectInvariants(api.dataSource));
