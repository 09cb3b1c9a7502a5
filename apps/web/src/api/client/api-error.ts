import { isErrorCode, type ErrorCode, type ErrorDetail } from '@app/contracts';

/** What can go wrong before an answer of ours arrives: no network, too slow, or not our words (a proxy's page). */
export type ClientErrorCode = 'NETWORK' | 'TIMEOUT' | 'UNKNOWN';

/** Every failure of a call, in one shape. Plain data, so that it can live in the store. */
export interface ApiError {
  /** HTTP status; 0 when there was no answer. */
  status: number;
  code: ErrorCode | ClientErrorCode;
  /** The server's sentence in the language of the page; empty when there was none. */
  message: string;
  details: ErrorDetail[];
  requestId: string | null;
  retryAfter: number | null;
}

/** Thrown where a call is made outside of the query cache. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  constructor(readonly error: ApiError) {
    super(`${error.code} (${error.status})`);
  }
}

export const clientError = (code: ClientErrorCode, status = 0): ApiError => ({
  status,
  code,
  message: '',
  details: [],
  requestId: null,
  retryAfter: null,
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isDetail = (value: unknown): value is ErrorDetail =>
  isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';

export const isApiError = (value: unknown): value is ApiError =>
  isRecord(value) && typeof value.status === 'number' && typeof value.code === 'string' && 'requestId' in value;

function secondsToWait(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** Turns an answer that is no success into an error, whatever its body is. */
export async function readFailure(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const retryAfter = secondsToWait(response);
  const headerId = response.headers.get('x-request-id');
  if (!isRecord(body)) return { ...clientError('UNKNOWN', response.status), requestId: headerId, retryAfter };
  return {
    status: response.status,
    code: isErrorCode(body.code) ? body.code : 'UNKNOWN',
    message: typeof body.message === 'string' ? body.message : '',
    details: Array.isArray(body.details) ? body.details.filter(isDetail) : [],
    requestId: typeof body.request_id === 'string' ? body.request_id : headerId,
    retryAfter,
  };
}
