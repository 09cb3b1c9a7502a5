import type { ApiKeyScope } from '../api-keys/scopes.js';
import type { ErrorCode } from './error-codes.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * `user`: opened by a session. `key`: opened by an API key with the scope, or by every key where the scope is null and
 * the handler asks for one. Both answer 401 to the other kind.
 */
type RouteAccess = { access: 'public' | 'user'; scope?: never } | { access: 'key'; scope: ApiKeyScope | null };

/** Free of the schema library, because the web bundle contains it. */
export type Route = RouteAccess & {
  method: Method;
  path: `/${string}`;
  status?: 200 | 202 | 303 | 405;
  carries?: 'json' | 'binary' | 'stream' | 'html';
  /** In addition to the common codes, see `codesOf`. */
  errors: readonly ErrorCode[];
  /** Common codes that this call never answers. */
  except?: readonly ErrorCode[];
};

export type RouteGroup = Record<string, Route>;

export const defineRoutes = <const R extends RouteGroup>(routes: R): R => routes;

const ANY: readonly ErrorCode[] = ['VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
const WITH_BODY: readonly ErrorCode[] = ['MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

export function codesOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>([...route.errors, ...ANY]);
  if (route.method !== 'GET') WITH_BODY.forEach((code) => codes.add(code));
  if (route.access !== 'public') codes.add('UNAUTHENTICATED');
  if (route.access === 'key' && route.scope !== null) codes.add('SCOPE_MISSING');
  route.except?.forEach((code) => codes.delete(code));
  return [...codes];
}

export const fillPath = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Missing path parameter "${name}" of ${path}`);
    return encodeURIComponent(value);
  });
