import * as z from 'zod';
import { MAX_PAGE, MAX_PAGE_LIMIT } from './page-limits.js';

// `z.coerce` would take an empty value for 0.
const wholeNumber = z
  .union([z.number(), z.string().regex(/^-?\d+$/)], 'must be a whole number')
  .transform(Number)
  .pipe(z.int());

const clampedLimit = (fallback: number) =>
  wholeNumber.default(fallback).transform((limit) => Math.min(Math.max(limit, 1), MAX_PAGE_LIMIT));

/** A `limit` outside of 1..100 is clamped. */
export const pageQuery = (defaultLimit: number) => ({
  page: wholeNumber.pipe(z.number().min(1).max(MAX_PAGE)).default(1),
  limit: clampedLimit(defaultLimit),
});

export const paged = <T extends z.ZodType>(item: T) =>
  z.strictObject({ data: z.array(item), page: z.int(), limit: z.int(), total: z.int() });

export interface Paged<T> {
  data: T[];
  page: number;
  limit: number;
  total: number;
}
