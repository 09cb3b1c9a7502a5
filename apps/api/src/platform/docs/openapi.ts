import {
  calls,
  codesOf,
  ERROR_CODES,
  ERROR_STATUS,
  failureSchema,
  successSchema,
  type Call,
  type ErrorCode,
} from '@app/contracts';
import * as z from 'zod';

type Json = Record<string, unknown>;

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    // Every integer has these bounds; a mock server answers the lowest number that is allowed.
    override: ({ jsonSchema: made }) => {
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
    },
  });
  return described;
};

/** Path, query and header fields, one parameter each. */
function parameters({ schemas }: Call): Json[] {
  const places = [
    ['path', schemas.params],
    ['query', schemas.query],
    ['header', schemas.headers],
  ] as const;
  return places.flatMap(([place, schema]) => {
    if (!schema) return [];
    const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
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
}

function success({ route, schemas }: Call): Json {
  const carries = route.carries ?? 'json';
  if (carries === 'binary') return { description: 'The file', content: { 'application/octet-stream': {} } };
  if (carries === 'stream') return { description: 'Server-sent events', content: { 'text/event-stream': {} } };
  const schema = jsonSchema(successSchema(schemas.answer), 'output');
  return { description: 'Success', content: { 'application/json': { schema } } };
}

/** One answer per status, which names the codes it can carry. */
function failures(codes: ErrorCode[]): Record<string, Json> {
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const named = codes.filter((code) => ERROR_STATUS[code] === status);
      const schema = {
        allOf: [{ $ref: '#/components/schemas/Failure' }, { type: 'object', properties: { code: { enum: named } } }],
      };
      return [String(status), { description: named.join(', '), content: { 'application/json': { schema } } }];
    }),
  );
}

function operation(tag: string, name: string, call: Call): Json {
  const { route, schemas } = call;
  return {
    tags: [tag],
    operationId: `${tag}.${name}`,
    security: route.access === 'user' ? [{ accessToken: [] }] : [],
    parameters: parameters(call),
    ...(schemas.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(schemas.body, 'input') } } },
    }),
    responses: { [String(route.status ?? 200)]: success(call), ...failures(codesOf(route)) },
  };
}

/** The description of every call, made from the contract: nothing in it is written by hand. */
export function openApiDocument(title: string): Json {
  const paths: Record<string, Json> = {};
  for (const [tag, group] of Object.entries(calls)) {
    for (const [name, call] of Object.entries(group as Record<string, Call>)) {
      const path = `/api${call.route.path.replace(/:(\w+)/g, '{$1}')}`;
      paths[path] = { ...paths[path], [call.route.method.toLowerCase()]: operation(tag, name, call) };
    }
  }
  const failure = { ...jsonSchema(failureSchema, 'output'), description: `Codes: ${ERROR_CODES.join(', ')}` };
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: {
      schemas: { Failure: failure },
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}
