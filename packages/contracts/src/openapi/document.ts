import { calls } from '../calls.js';
import type { Call } from '../core/call.js';
import { failureSchema } from '../core/envelope.js';
import { API_KEY_PREFIX } from '../api-keys/limits.js';
import { ANSWER_HEADERS } from './headers.js';
import { operation } from './operation.js';
import { SchemaCollector, type Json } from './json-schema.js';

const SECURITY_SCHEMES = {
  session: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  key: {
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description: `An API key, ${API_KEY_PREFIX}… Its scopes are listed at each call.`,
    },
  },
};

function describe(title: string, groups: Record<string, Record<string, Call>>, securitySchemes: Json): Json {
  const schemas = new SchemaCollector();
  schemas.describe(failureSchema, 'output');
  const paths: Record<string, Json> = {};
  for (const [tag, group] of Object.entries(groups)) {
    for (const [name, call] of Object.entries(group)) {
      const path = `/api${call.route.path.replace(/:(\w+)/g, '{$1}')}`;
      paths[path] = { ...paths[path], [call.route.method.toLowerCase()]: operation(schemas, { tag, name, call }) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: schemas.components,
      headers: ANSWER_HEADERS,
      securitySchemes,
    },
  };
}

/** The description of every call, made from the contract: nothing in it is written by hand. */
export const openApiDocument = (title: string): Json =>
  describe(title, calls, { ...SECURITY_SCHEMES.session, ...SECURITY_SCHEMES.key });

/** The same of the public API alone, complete in itself. */
export const v1Document = (title: string): Json => describe(title, { v1: calls.v1 }, SECURITY_SCHEMES.key);
