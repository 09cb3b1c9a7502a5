import { invalidRequest } from './errors.js';

/** Parameters as they come in: text at the leaves. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

const MAX_DEPTH = 10;
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads `a[b][0][c]=d` and `a[]=d`, as the service's client libraries write objects and lists.
 * @throws ApiFault 400 for names that cannot be read, or that name the same place in two ways
 */
export function parseForm(text: string): Form {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) insert(root, pathOf(name), value, name);
  return arraysIn(root) as Form;
}

function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match) throw invalidRequest(`Invalid parameter name: ${name}`);
  const rest = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key);
  const path = [match[1] ?? '', ...rest];
  if (path.length > MAX_DEPTH || path.some((key) => RESERVED.has(key))) {
    throw invalidRequest(`Invalid parameter name: ${name}`);
  }
  return path;
}

function insert(root: Record<string, unknown>, path: string[], value: string, name: string): void {
  let place = root;
  for (const key of path.slice(0, -1)) {
    const next = (place[keyIn(place, key)] ??= {});
    if (typeof next !== 'object' || next === null) throw invalidRequest(`Invalid parameter: ${name}`);
    place = next as Record<string, unknown>;
  }
  place[keyIn(place, path.at(-1) ?? '')] = value;
}

/** `[]` appends. */
const keyIn = (place: object, key: string): string => (key === '' ? String(Object.keys(place).length) : key);

/** Objects whose keys are 0, 1, 2… become arrays. */
function arraysIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]): [string, unknown] => [key, arraysIn(child)]);
  const isArray = entries.length > 0 && entries.every(([key]) => /^\d{1,3}$/.test(key));
  if (!isArray) return Object.fromEntries(entries);
  return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, child]) => child);
}
