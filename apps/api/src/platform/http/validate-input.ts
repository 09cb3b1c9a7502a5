import type { Call, CallInput, ErrorDetail } from '@app/contracts';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { AppError } from '../errors/app-error.js';

const PARTS = ['params', 'query', 'body', 'headers'] as const;

const detail = (part: string, issue: z.core.$ZodIssue): ErrorDetail => ({
  // An unknown field is named by its key, not by the object around it.
  path: [part, ...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])].join('.'),
  message: issue.message,
});

const EMPTY = Object.freeze({});
const NOTHING = Object.freeze({ params: EMPTY, query: EMPTY, body: EMPTY, headers: EMPTY });

function isEmpty(sent: unknown): boolean {
  if (sent === undefined || sent === null) return true;
  if (typeof sent !== 'object' || Array.isArray(sent)) return false;
  return Object.keys(sent).length === 0;
}

const isBare = ({ schemas }: Call, { query, body }: FastifyRequest): boolean =>
  !schemas.params && !schemas.query && !schemas.body && !schemas.headers && isEmpty(query) && isEmpty(body);

export function validateInput(call: Call, request: FastifyRequest, hasRawBody: boolean): CallInput<Call> {
  if (isBare(call, request)) return NOTHING;
  const input: Record<string, unknown> = {};
  const details: ErrorDetail[] = [];
  for (const part of PARTS) {
    const schema = call.schemas[part];
    const sent = request[part] ?? {};
    if (part === 'body' && hasRawBody) continue;
    if (!schema) {
      input[part] = {};
      if (part === 'query' || part === 'body') details.push(...unexpected(part, sent));
      continue;
    }
    const parsed = schema.safeParse(sent);
    if (parsed.success) input[part] = parsed.data;
    else details.push(...parsed.error.issues.map((issue) => detail(part, issue)));
  }
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details });
  return input as unknown as CallInput<Call>;
}

const unexpected = (part: string, sent: unknown): ErrorDetail[] => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return [{ path: part, message: 'not expected' }];
  return Object.keys(sent).map((key) => ({ path: `${part}.${key}`, message: 'unknown field' }));
};
