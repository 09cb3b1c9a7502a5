import * as z from 'zod';
import type { Route } from './route.js';

export interface CallSchemas {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  headers?: z.ZodType;
  answer: z.ZodType;
}

/** What the description of the API says beside the schemas. */
export interface CallNotes {
  summary?: string;
  /** Content types of a `binary` answer. */
  media?: readonly string[];
}

export interface Call<R extends Route = Route, S extends CallSchemas = CallSchemas> {
  route: R;
  schemas: S;
  notes: CallNotes;
}

export const defineCall = <R extends Route, S extends CallSchemas>(
  route: R,
  schemas: S,
  notes: CallNotes = {},
): Call<R, S> => ({ route, schemas, notes });

type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<string, never>;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

export interface CallInput<C extends Call> {
  params: Parsed<C['schemas']['params']>;
  query: Parsed<C['schemas']['query']>;
  body: Parsed<C['schemas']['body']>;
  headers: Parsed<C['schemas']['headers']>;
}

export type CallBody<C extends Call> = Sent<C['schemas']['body']>;
export type CallQuery<C extends Call> = Sent<C['schemas']['query']>;
export type CallAnswer<C extends Call> = z.output<C['schemas']['answer']>;

export const nothing = z.null();
export const idParams = z.strictObject({ id: z.uuid() });
export const timestamp = z.iso.datetime();
/** A UTC day. The calendar of databases begins with the year 1. */
export const calendarDay = z.iso
  .date({ abort: true })
  .refine((day) => day >= '0001-01-01', 'must be a day of the calendar');
