import type { SandboxContext } from '../kit/provider.js';
import { invalidField } from './http/errors.js';
import type { Link, Links } from './links.js';

const MAX_PAGE_SIZE = 20;

export interface PageOf<T> {
  items: T[];
  totals: { total_items?: number; total_pages?: number };
  links: Link[];
}

/** The page that `page`, `page_size` and `total_required` of the query ask for. */
export function pageOf<T>(c: SandboxContext, links: Links, path: string, all: readonly T[]): PageOf<T> {
  const page = numberIn(c, 'page', { otherwise: 1, max: 100_000 });
  const size = numberIn(c, 'page_size', { otherwise: 10, max: MAX_PAGE_SIZE });
  const pages = Math.max(1, Math.ceil(all.length / size));
  const addressOf = (number: number) => {
    const query = new URLSearchParams(c.req.query());
    query.set('page', String(number));
    query.set('page_size', String(size));
    return `${path}?${query.toString()}`;
  };
  return {
    items: all.slice((page - 1) * size, page * size),
    totals: c.req.query('total_required') === 'true' ? { total_items: all.length, total_pages: pages } : {},
    links: [
      links.to('self', addressOf(page)),
      ...(page < pages ? [links.to('next', addressOf(page + 1))] : []),
      ...(page > 1 ? [links.to('prev', addressOf(page - 1))] : []),
    ],
  };
}

function numberIn(c: SandboxContext, name: string, { otherwise, max }: { otherwise: number; max: number }): number {
  const text = c.req.query(name);
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= max) return number;
  throw invalidField(`/${name}`, 'query', 'INVALID_PARAMETER_VALUE', 'The value of a field is invalid.');
}

/** `Prefer: return=representation` asks for the whole object, where the short form is the default. */
export const wantsRepresentation = (c: SandboxContext): boolean =>
  /\breturn=representation\b/.test(c.req.header('prefer') ?? '');
