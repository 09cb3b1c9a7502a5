import type { ErrorCode } from './error-codes.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of the API as plain data, free of the schema library, so that the web bundle can carry it. */
export interface Route {
  method: Method;
  /** Below `/api`, with `:name` parameters. */
  path: `/${string}`;
  /** `public` answers without a token; everything else answers 401 without one. */
  access: 'public' | 'user';
  /** Status of a success; 200 unless said. */
  status?: 200 | 202;
  /** What a success carries; `json` (the envelope) unless said. */
  carries?: 'json' | 'binary' | 'stream';
  /** Codes of this call beyond those that any call of its kind can answer (`codesOf`). */
  errors: readonly ErrorCode[];
  /** Codes that any call of its kind can answer, but this one cannot. */
  except?: readonly ErrorCode[];
}

export type RouteGroup = Record<string, Route>;

/** Keeps the literal types of a module's routes while checking their shape. */
export const defineRoutes = <const R extends RouteGroup>(routes: R): R => routes;

const ANY: readonly ErrorCode[] = ['VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
const WITH_BODY: readonly ErrorCode[] = ['MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** All codes that a call can answer: its own and those of its kind. */
export function codesOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>([...route.errors, ...ANY]);
  if (route.method !== 'GET') WITH_BODY.forEach((code) => codes.add(code));
  if (route.access === 'user') codes.add('UNAUTHENTICATED');
  route.except?.forEach((code) => codes.delete(code));
  return [...codes];
}

/** The path with its parameters filled in and encoded. */
export const fillPath = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Missing path parameter "${name}" of ${path}`);
    return encodeURIComponent(value);
  });
