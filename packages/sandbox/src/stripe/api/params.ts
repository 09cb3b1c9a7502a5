import { z } from 'zod';
import { ApiFault, invalidRequest } from './errors.js';
import type { Form } from './form.js';

/** Parameters by their type on the wire, where everything is text. */
export const text = z.string().min(1).max(5000);
export const integer = z
  .string()
  .regex(/^-?\d+$/, { error: 'integer' })
  .transform(Number);
export const count = integer.refine((value) => value >= 0, { error: 'at_least:0' });
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const address = z.string().refine(isAddress, { error: 'url' });
const metadataValue = z.string().max(500);
export const metadata = z.union([z.literal(''), z.record(z.string().max(40), metadataValue)]);
/** Text that an empty value removes. */
export const removableText = z
  .string()
  .max(5000)
  .transform((value) => (value === '' ? null : value));
export const nowOrTime = z.union([z.literal('now'), integer]);
export const range = z.union([
  integer.transform((value) => ({ gte: value, lte: value })),
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
]);
export type Range = z.infer<typeof range>;

const expand = z.array(z.string()).optional();
/** Every call can expand its answer. */
export const params = <S extends z.ZodRawShape>(shape: S) => z.strictObject({ expand, ...shape });
export const listParams = <S extends z.ZodRawShape>(shape: S) =>
  params({
    limit: integer.refine((value) => value >= 1 && value <= 100, { error: 'limit' }).default(10),
    starting_after: text.optional(),
    ending_before: text.optional(),
    ...shape,
  });

function isAddress(value: string): boolean {
  return /^https?:\/\/[^\s/]+/.test(value);
}

/** @throws ApiFault 400 in the service's words for the first parameter that does not fit */
export function readParams<T>(schema: z.ZodType<T>, form: Form): T {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  const fault = faultOf(mostSpecific(result.error.issues), form);
  fault.isUnprocessed = true;
  throw fault;
}

type Issue = z.core.$ZodIssue;

/** Of a choice between shapes, the complaint of the one that came closest. */
function mostSpecific(issues: Issue[]): Issue {
  const [first] = issues.toSorted((a, b) => rank(a) - rank(b));
  if (!first) throw new Error('A refusal without a reason');
  if (first.code !== 'invalid_union') return first;
  const inner = first.errors.map((branch) => branch.map((issue) => prefixed(issue, first.path)));
  const deepest = inner.toSorted((a, b) => depth(b) - depth(a))[0];
  return deepest && deepest.length > 0 ? mostSpecific(deepest) : first;
}

const rank = (issue: Issue): number => (issue.code === 'unrecognized_keys' ? 0 : 1);
const depth = (issues: Issue[]): number => Math.max(0, ...issues.map(({ path }) => path.length));
const prefixed = (issue: Issue, path: PropertyKey[]): Issue => ({ ...issue, path: [...path, ...issue.path] });

/** `items[0][price]` */
const nameOf = (path: readonly PropertyKey[]): string =>
  path.map((key, index) => (index === 0 ? String(key) : `[${String(key)}]`)).join('');

function faultOf(issue: Issue, form: Form): ApiFault {
  const param = nameOf(issue.path);
  const given = valueAt(form, issue.path);
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => nameOf([...issue.path, key]));
    const message = `Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}`;
    return invalidRequest(message, { code: 'parameter_unknown', ...(names[0] && { param: names[0] }) });
  }
  if (given === undefined) {
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (given === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
    return invalidRequest(message, { code: 'parameter_invalid_empty', param });
  }
  return describe(issue, param, given);
}

function describe(issue: Issue, param: string, given: unknown): ApiFault {
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    if (values.join() === 'true,false') return invalidRequest(`Invalid boolean: ${String(given)}`, { param });
    return invalidRequest(`Invalid ${param}: must be one of ${oneOf(values)}`, { param });
  }
  if (issue.message === 'integer') {
    return invalidRequest(`Invalid integer: ${String(given)}`, { code: 'parameter_invalid_integer', param });
  }
  if (issue.message === 'at_least:0') {
    return invalidRequest('This value must be greater than or equal to 0.', {
      code: 'parameter_invalid_integer',
      param,
    });
  }
  if (issue.message === 'limit') {
    return invalidRequest('This value must be between 1 and 100.', { code: 'parameter_invalid_integer', param });
  }
  if (issue.message === 'url') return invalidRequest('Not a valid URL', { code: 'url_invalid', param });
  if (issue.code === 'invalid_type') {
    const wanted = issue.expected === 'object' ? 'hash' : issue.expected;
    return invalidRequest(`Invalid ${wanted}`, { param });
  }
  if (issue.code === 'too_big') {
    return invalidRequest(`Invalid string: ${param} is too long`, { code: 'parameter_invalid_string', param });
  }
  return invalidRequest(`Invalid ${param}`, { param });
}

const oneOf = (values: string[]): string =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')}, or ${values.at(-1)}`;

function valueAt(form: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    form,
  );
}

/** Metadata after a change: an empty value removes its key, an empty text all keys. */
export function mergeMetadata(
  before: Record<string, string> | null,
  change: z.infer<typeof metadata> | undefined,
): Record<string, string> {
  if (change === undefined) return before ?? {};
  if (change === '') return {};
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''));
}
