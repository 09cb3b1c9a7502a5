import { HttpException } from '@nestjs/common';
import { StorageError } from '../storage/storage.port.js';
import { AppError } from './app-error.js';
import { isUnavailable } from './is-unavailable.js';

// SQLSTATEs that mean "not now": no connection, full, stopping, locked, out of time, read-only, in conflict.
const UNAVAILABLE_SQLSTATE = /^(08|53|57P|57014|55P03|25P03|25P04|25006|40001|40P01)/;

const BY_STATUS: Record<number, 'NOT_FOUND' | 'BODY_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'RATE_LIMITED'> = {
  404: 'NOT_FOUND',
  // An address longer than any of ours.
  414: 'NOT_FOUND',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
};

const statusOf = (error: unknown): number | undefined => {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown };
  // An address that cannot be decoded is none of ours.
  if (code === 'FST_ERR_BAD_URL') return 404;
  return typeof statusCode === 'number' && typeof code === 'string' && code.startsWith('FST_') ? statusCode : undefined;
};

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof StorageError || isUnavailable(error, UNAVAILABLE_SQLSTATE)) {
    return new AppError('SERVICE_UNAVAILABLE', { cause: error });
  }
  const status = typeof error === 'object' && error !== null ? statusOf(error) : undefined;
  if (status === undefined || status >= 500) return new AppError('INTERNAL_ERROR', { cause: error });
  return new AppError(BY_STATUS[status] ?? 'MALFORMED_BODY', { cause: error });
}
