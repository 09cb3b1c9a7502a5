import type { StripeAccount } from '../store/account.js';
import { invalidRequest } from './errors.js';

/** Fields that an object has only when they are asked for, by kind and name. */
export type Includable = (account: StripeAccount, object: { id: string }) => unknown;
export type Includables = Record<string, Record<string, Includable>>;

const MAX_LEVELS = 4;

/** A copy of `answer` in which the named references are replaced by the objects they name. */
export function expand(account: StripeAccount, answer: object, paths: string[], includables: Includables): object {
  return paths.reduce<object>((result, path) => {
    const segments = path.split('.');
    const isList = (answer as { object?: unknown }).object === 'list';
    if (segments.length > (isList ? MAX_LEVELS + 1 : MAX_LEVELS) + dataLevels(segments)) {
      throw invalidRequest(`You cannot expand more than ${MAX_LEVELS} levels of a property. Property: ${path}`);
    }
    return expandPath(account, result, segments, { includables, path });
  }, answer);
}

/** `data` of a list inside is no level of its own. */
const dataLevels = (segments: string[]): number => segments.filter((segment) => segment === 'data').length;

interface Expansion {
  includables: Includables;
  path: string;
}

function expandPath(account: StripeAccount, object: object, segments: string[], expansion: Expansion): object {
  const [name, ...rest] = segments;
  if (name === undefined) return object;
  const value = valueOf(account, object, name, expansion);
  const expanded = expandValue(account, value, rest, expansion);
  return { ...object, [name]: expanded };
}

function expandValue(account: StripeAccount, value: unknown, rest: string[], expansion: Expansion): unknown {
  if (value === null || value === undefined) return value ?? null;
  if (Array.isArray(value)) return value.map((entry: unknown) => expandValue(account, entry, rest, expansion));
  if (typeof value === 'object') return expandPath(account, value, rest, expansion);
  const found = typeof value === 'string' ? account.objects.findAny(value) : undefined;
  if (!found) throw cannotExpand(expansion.path);
  return expandPath(account, found, rest, expansion);
}

function valueOf(account: StripeAccount, object: object, name: string, { includables, path }: Expansion): unknown {
  const { object: kind, id } = object as { object?: string; id?: string };
  const include = kind !== undefined && includables[kind]?.[name];
  if (include && id !== undefined) return include(account, { id });
  if (!(name in object)) throw cannotExpand(path);
  return (object as Record<string, unknown>)[name];
}

const cannotExpand = (path: string) =>
  invalidRequest(
    `This property cannot be expanded (${path}). You may want to try expanding 'data.${path}' if you are listing objects.`,
    { param: 'expand' },
  );
