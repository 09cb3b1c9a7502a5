import { isErrorCode, type ErrorDetail } from '@app/contracts';
import { clientError, isRecord, type ApiError } from './api-error';

const isDetail = (value: unknown): value is ErrorDetail =>
  isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';

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
