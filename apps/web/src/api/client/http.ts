import { ApiFailure, clientError } from './api-error';
import { readFailure } from './read-failure';
import { refreshSession } from './refresh';
import { clearTokens, readAccessToken, readRefreshToken } from '../auth/tokens';
import { reportSessionExpired } from './session-expiry';
import { transmit, type ApiRequest } from './transport';

/**
 * Sends a call with the stored token. A 401 of a call that needs one is followed by one refresh and one repetition; if
 * that does not help, the session is over.
 * @throws ApiFailure when there is no answer; answers with an error status are returned as they are
 */
export async function send(request: ApiRequest, { quiet = false } = {}): Promise<Response> {
  const token = readAccessToken();
  if (token === null && readRefreshToken() === null && request.route.access === 'user') {
    if (!quiet) reportSessionExpired();
    throw new ApiFailure({ ...clientError('UNKNOWN', 401), code: 'UNAUTHENTICATED' });
  }
  const response = await transmit(request, token);
  if (response.status !== 401 || request.route.access === 'public') return response;

  const outcome = await refreshSession(token);
  if (outcome === 'unreachable') throw new ApiFailure(clientError('NETWORK'));
  const renewed = readAccessToken();
  const repeated = outcome === 'renewed' ? await transmit(request, renewed) : response;
  if (repeated.status === 401) {
    // Not if another tab has signed in again meanwhile.
    if (readAccessToken() === renewed) clearTokens();
    if (!quiet) reportSessionExpired();
  }
  return repeated;
}

/** The name that the server gave to the file of an answer. */
export function nameOfFile(response: Response): string | null {
  const disposition = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : (plain ?? null);
}

/**
 * A file of the API with the name that the server gave it.
 * @throws ApiFailure
 */
export async function download(request: ApiRequest): Promise<{ blob: Blob; filename: string | null }> {
  const response = await send(request);
  if (!response.ok) throw new ApiFailure(await readFailure(response));
  try {
    return { blob: await response.blob(), filename: nameOfFile(response) };
  } catch {
    throw new ApiFailure(clientError('NETWORK'));
  }
}
