import type { Call } from '../core/call.js';
import { successSchema } from '../core/envelope.js';
import { ERROR_STATUS, type ErrorCode } from '../core/error-codes.js';
import { codesOf, type Route } from '../core/route.js';
import { headerRefs } from './headers.js';
import { growingCodes, type Json, type SchemaCollector } from './json-schema.js';

const RATE_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;
const FILE_HEADERS = ['ETag', 'Accept-Ranges', 'Content-Disposition'] as const;
const commonHeaders = ({ access }: Route) => ['X-Request-Id' as const, ...(access === 'key' ? RATE_HEADERS : [])];

/** Parts of it can be asked for, and a client that has it is told so. */
const isFile = ({ errors }: Route): boolean => errors.includes('RANGE_NOT_SATISFIABLE');
const FILE_PARAMETERS = ['Range', 'If-Range', 'If-None-Match'].map((name) => ({
  name,
  in: 'header',
  required: false,
  schema: { type: 'string' },
}));

/** Path, query and header fields, one parameter each. */
function parameters(schemas: SchemaCollector, call: Call): Json[] {
  const places = [
    ['path', call.schemas.params],
    ['query', call.schemas.query],
    ['header', call.schemas.headers],
  ] as const;
  const fields = places.flatMap(([place, schema]) => {
    if (!schema) return [];
    const { properties = {}, required = [] } = schemas.describe(schema, 'input') as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: field,
    }));
  });
  return isFile(call.route) ? [...fields, ...FILE_PARAMETERS] : fields;
}

function fileAnswers({ route, notes }: Call): Record<string, Json> {
  const types = notes.media ?? ['application/octet-stream'];
  const content = Object.fromEntries(types.map((type) => [type, {}]));
  if (!isFile(route)) {
    return { '200': { description: 'The file', headers: headerRefs(commonHeaders(route)), content } };
  }
  const headers = headerRefs([...commonHeaders(route), ...FILE_HEADERS]);
  return {
    '200': { description: 'The file', headers, content },
    '206': {
      description: 'The part of it that Range asks for',
      headers: { ...headers, ...headerRefs(['Content-Range']) },
      content,
    },
    '304': { description: 'Unchanged since If-None-Match', headers: headerRefs([...commonHeaders(route), 'ETag']) },
  };
}

function success(schemas: SchemaCollector, call: Call): Record<string, Json> {
  const { route, schemas: own } = call;
  const headers = headerRefs(commonHeaders(route));
  const status = String(route.status ?? 200);
  switch (route.carries ?? 'json') {
    case 'binary':
      return fileAnswers(call);
    case 'stream':
      return { [status]: { description: 'Server-sent events', headers, content: { 'text/event-stream': {} } } };
    case 'html':
      return { [status]: { description: 'Lines of a page', headers, content: { 'text/html': {} } } };
    case 'json': {
      const schema = schemas.describe(successSchema(own.answer), 'output');
      return { [status]: { description: 'Success', headers, content: { 'application/json': { schema } } } };
    }
  }
}

/** One answer per status, which names the codes it can carry. */
function failures(route: Route): Record<string, Json> {
  const codes: ErrorCode[] = codesOf(route);
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const named = codes.filter((code) => ERROR_STATUS[code] === status);
      const schema = {
        allOf: [
          { $ref: '#/components/schemas/Failure' },
          { type: 'object', properties: { code: growingCodes(named) } },
        ],
      };
      const waits = status === 429 || status === 503 ? (['Retry-After'] as const) : [];
      const headers = headerRefs([...(status === 401 ? ['X-Request-Id' as const] : commonHeaders(route)), ...waits]);
      return [String(status), { description: named.join(', '), headers, content: { 'application/json': { schema } } }];
    }),
  );
}

const SECURITY: Record<Route['access'], (route: Route) => Json[]> = {
  public: () => [],
  user: () => [{ accessToken: [] }],
  key: ({ scope }) => [{ apiKey: scope ? [scope] : [] }],
};

export function operation(
  schemas: SchemaCollector,
  { tag, name, call }: { tag: string; name: string; call: Call },
): Json {
  const { route, schemas: own, notes } = call;
  return {
    tags: [tag],
    operationId: `${tag}.${name}`,
    ...(notes.summary && { summary: notes.summary }),
    security: SECURITY[route.access](route),
    parameters: parameters(schemas, call),
    ...(own.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemas.describe(own.body, 'input') } } },
    }),
    responses: { ...success(schemas, call), ...failures(route) },
  };
}
