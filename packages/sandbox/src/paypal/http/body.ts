import { z } from 'zod';
import type { SandboxContext } from '../../kit/provider.js';
import { PaypalError, type ErrorDetail, type ErrorName } from './errors.js';

export interface BodyRules {
  /** Nothing at all counts as `{}`. */
  mayBeEmpty?: boolean;
  /** How the family of calls names a body that does not fit. */
  errorName?: ErrorName;
}

/** The JSON body of a call. @throws PaypalError in PayPal's words if it is no JSON or does not fit */
export async function readBody<T>(c: SandboxContext, schema: z.ZodType<T>, rules: BodyRules = {}): Promise<T> {
  const { mayBeEmpty = false, errorName = 'INVALID_REQUEST' } = rules;
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    throw new PaypalError('UNSUPPORTED_MEDIA_TYPE');
  const text = await c.req.text();
  const body = text === '' && mayBeEmpty ? {} : parseJson(text);
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new PaypalError(
    errorName,
    result.error.issues.map((issue) => detailOf(issue, body)),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PaypalError('INVALID_REQUEST', [
      { location: 'body', issue: 'MALFORMED_REQUEST_JSON', description: 'The request JSON is not well formed.' },
    ]);
  }
}

type Kind = readonly [issue: string, description: string];
const MISSING: Kind = ['MISSING_REQUIRED_PARAMETER', 'A required field / parameter is missing.'];
const SYNTAX: Kind = ['INVALID_PARAMETER_SYNTAX', 'The value of a field does not conform to the expected format.'];
const VALUE: Kind = ['INVALID_PARAMETER_VALUE', 'The value of a field is invalid.'];
const TOO_LONG: Kind = ['INVALID_STRING_MAX_LENGTH', 'The value of a field is too long.'];
const LENGTH: Kind = ['INVALID_STRING_LENGTH', 'The value of a field is either too short or too long.'];
const FEW: Kind = ['INVALID_ARRAY_MIN_ITEMS', 'The number of items in an array parameter is too small.'];
const MANY: Kind = ['INVALID_ARRAY_MAX_ITEMS', 'The number of items in an array parameter is too large.'];
const NUMBER: Kind = ['INVALID_INTEGER_VALUE', 'The integer value of a field is too small or too large.'];

function detailOf(issue: z.core.$ZodIssue, body: unknown): ErrorDetail {
  const value = valueAt(body, issue.path);
  const [name, description] = value === undefined ? MISSING : kindOf(issue);
  const isShown = typeof value === 'string' || typeof value === 'number';
  return {
    field: `/${issue.path.map(String).join('/')}`,
    ...(isShown && { value: String(value) }),
    location: 'body',
    issue: name,
    description,
  };
}

function kindOf(issue: z.core.$ZodIssue): Kind {
  if (issue.code === 'invalid_value') return VALUE;
  if (issue.code === 'too_small') return { string: LENGTH, array: FEW }[String(issue.origin)] ?? NUMBER;
  if (issue.code === 'too_big') return { string: TOO_LONG, array: MANY }[String(issue.origin)] ?? NUMBER;
  return SYNTAX;
}

const valueAt = (body: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );
