import type { ErrorCode } from './error-codes.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Free of the schema library, because the web bundle contains it. */
export interface Route {
  method: Method;
  path: `/${string}`;
  /** `user` answers 401 without a token. */
  access: 'public' | 'user';
  status?: 200 | 202;
  carries?: 'json' | 'binary' | 'stream';
  /** In addition to the common codes, see `codesOf`. */
  errors: readonly ErrorCode[];
  /** Common codes that this call never answers. */
  except?: readonly ErrorCode[];
}

export type RouteGroup = Record<string, Route>;

export const defineRoutes = <const R extends RouteGroup>(routes: R): R => routes;

const ANY: readonly ErrorCode[] = ['VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
const WITH_BODY: readonly ErrorCode[] = ['MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

export function codesOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>([...route.errors, ...ANY]);
  if (route.method !== 'GET') WITH_BODY.forEach((code) => codes.add(code));
  if (route.access === 'user') codes.add('UNAUTHENTICATED');
  route.except?.forEach((code) => codes.delete(code));
  return [...codes];
}

export const fillPath = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Missing path parameter "${name}" of ${path}`);
    return encodeURIComponent(value);
  });
