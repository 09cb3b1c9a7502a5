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

export function validateInput(call: Call, request: FastifyRequest, hasRawBody: boolean): CallInput<Call> {
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
