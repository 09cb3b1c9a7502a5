import type { ErrorCode, ErrorDetail } from '@app/contracts';

/**
 * What can go wrong before an answer of ours arrives: no network, too slow, not our words (a proxy's page), or a download
 * that the browser makes by itself has not begun.
 */
export type ClientErrorCode = 'NETWORK' | 'TIMEOUT' | 'DOWNLOAD_NOT_BEGUN' | 'UNKNOWN';

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

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export const isApiError = (value: unknown): value is ApiError =>
  isRecord(value) && typeof value.status === 'number' && typeof value.code === 'string' && 'requestId' in value;
