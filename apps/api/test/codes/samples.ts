import { MAX_PAGE, routes, SEARCH_MAX, type CallName, type Query } from '@app/contracts';
import { randomUUID } from 'node:crypto';

type Keys<T> = T extends undefined ? never : keyof T & string;
/** Of any call's query; a new one needs samples before this compiles. */
type QueryParameter = { [N in CallName]: Keys<Query<N>> }[CallName];

/** Encoded as they stand in the address. */
interface QuerySamples {
  refused: readonly string[];
  /** Odd, and yet a text that somebody may look for or that is not believed anyway. */
  harmless?: readonly string[];
}

const text = (length: number): string => 'x'.repeat(length);
const LONG = text(10_000);
const NUL = '%00';
/** Bytes of half a surrogate pair: no UTF-8. */
const HALF = '%ED%A0%80';

/** Of a closed list; `near` is a member in another spelling. */
const choice = (near: string): QuerySamples => ({
  refused: ['', '%20', 'x', near, '__proto__', '*', "'%20or%201=1--", NUL, HALF, LONG],
});
const NO_DAYS = [
  '',
  'x',
  'today',
  '2026',
  '2026-1-1',
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '20260101',
  '10000-01-01',
];
const DAY: QuerySamples = { refused: [...NO_DAYS, '2026-01-01T00:00:00Z', NUL, HALF, LONG] };
const NO_NUMBER = ['', '%20', 'abc', '1.5', '1e2', '0x10', 'NaN', 'Infinity', '1;drop', '%D9%A1', NUL, HALF, LONG];

export const QUERY_SAMPLES: Record<QueryParameter, QuerySamples> = {
  page: { refused: [...NO_NUMBER, '0', '-1', '1e9', String(MAX_PAGE + 1), '9'.repeat(30)] },
  limit: { refused: NO_NUMBER },
  sort: choice('CREATED_AT'),
  order: choice('DESC'),
  favorite: choice('TRUE'),
  is_annual: choice('TRUE'),
  style_group: choice('Art'),
  style: choice('Anime'),
  model: choice('SD3.5-medium'),
  size: choice('01:1'),
  status: choice('Completed'),
  kind: choice('Grant'),
  locale: choice('EN'),
  format: choice('PNG'),
  from: DAY,
  to: DAY,
  q: {
    refused: ['', '%20%20', text(SEARCH_MAX + 1), LONG],
    harmless: [NUL, HALF, '%25', "'%20or%201=1--", '%5C', '!'],
  },
  redirect: { refused: [text(2_001), LONG], harmless: ['', NUL, HALF, '//evil.example', 'javascript:alert(1)'] },
};

type ParameterOf<P> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type Routes = typeof routes;
type PathOf<G> = G extends { path: infer P } ? P : never;
/** Of any route's path. */
type PathParameter = { [G in keyof Routes]: ParameterOf<PathOf<Routes[G][keyof Routes[G]]>> }[keyof Routes];

/** As they are meant, not encoded. */
interface PathSamples {
  /** What cannot be one. */
  refused: readonly string[];
  /** What could be one, but none of ours. */
  unknown: readonly string[];
}

const SECRET: PathSamples = {
  refused: [text(201), text(1_999)],
  unknown: ['x', '\0', '狐狸', '../health', "1'--", text(200), text(3_000)],
};

const ID: PathSamples = {
  refused: ['1', '-1', 'null', 'undefined', `${randomUUID()}x`, `{${randomUUID()}}`, '\0', "1'--", '狐狸', text(1_999)],
  unknown: [
    randomUUID(),
    randomUUID().toUpperCase(),
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    text(3_000),
  ],
};

export const PATH_SAMPLES: Record<PathParameter, PathSamples> = {
  id: ID,
  delivery_id: ID,
  provider: {
    refused: [text(51), text(1_999)],
    unknown: ['facebook', 'GOOGLE', '__proto__', '../google', '\0', text(50)],
  },
  ticket: SECRET,
  token: SECRET,
  plan_id: { refused: [text(51), text(1_999)], unknown: ['plan-x', 'free', 'PLAN-PRO', '__proto__', '\0', text(50)] },
  payment_method_id: SECRET,
};
