import { CLIENT_TIMEOUT_MS, fillPath, type Route } from '@app/contracts';
import { LANGUAGES } from '../../config/languages';
import { webSettings } from '../../config/web-env';
import { activeLocale } from '../../shared/i18n/i18n';
import { hearServerTime } from '../../shared/time/server-clock';
import { ApiFailure, clientError } from './api-error';
import { takeEarlyAnswer } from './early-answers';

export type QueryValues = Record<string, string | number | boolean | null | undefined>;

export interface ApiRequest {
  route: Route;
  params?: Record<string, string> | undefined;
  query?: QueryValues | undefined;
  body?: unknown;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  /** Asks what the call would answer, without its body. */
  headersOnly?: boolean | undefined;
  /** Milliseconds; streams and downloads have none, everything else 30 s. */
  timeoutMs?: number | undefined;
  /** Arrives even if the page is closed meanwhile. */
  keepalive?: boolean | undefined;
}

export function addressOf({ route, params, query }: Pick<ApiRequest, 'route' | 'params' | 'query'>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const suffix = search.size > 0 ? `?${search.toString()}` : '';
  return webSettings.apiBase + fillPath(route.path, params) + suffix;
}

function headersOf({ body, headers }: ApiRequest, token: string | null): Headers {
  const all = new Headers(headers);
  const locale = activeLocale();
  all.set('accept-language', `${LANGUAGES[locale].regional},${locale}`);
  if (body !== undefined) all.set('content-type', 'application/json');
  if (token !== null) all.set('authorization', `Bearer ${token}`);
  return all;
}

const takesLong = ({ carries }: Route): boolean => carries === 'stream' || carries === 'binary';

/**
 * One request with one token: nothing is retried here.
 * @throws ApiFailure NETWORK or TIMEOUT when there is no answer
 */
export async function transmit(request: ApiRequest, token: string | null): Promise<Response> {
  const early = await takeEarlyAnswer(addressOf(request), token);
  if (early) return early;

  const controller = new AbortController();
  const forward = () => controller.abort(request.signal?.reason);
  if (request.signal?.aborted) forward();
  request.signal?.addEventListener('abort', forward);

  let timedOut = false;
  const limit = request.timeoutMs ?? (takesLong(request.route) ? undefined : CLIENT_TIMEOUT_MS);
  const timer =
    limit === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true;
          controller.abort();
        }, limit);
  try {
    const response = await fetch(addressOf(request), {
      method: request.headersOnly ? 'HEAD' : request.route.method,
      headers: headersOf(request, token),
      body: request.body === undefined ? null : JSON.stringify(request.body),
      // Sign-in is bound to this browser by a cookie of ours.
      credentials: 'same-origin',
      signal: controller.signal,
      keepalive: request.keepalive ?? false,
    });
    hearServerTime(response.headers.get('date'));
    // The limit covers the body too, or a stalled answer would hang for ever.
    if (limit !== undefined && !takesLong(request.route)) return new Response(await response.blob(), response);
    return response;
  } catch {
    throw new ApiFailure(clientError(timedOut ? 'TIMEOUT' : 'NETWORK'));
  } finally {
    clearTimeout(timer);
    if (!takesLong(request.route)) request.signal?.removeEventListener('abort', forward);
  }
}
