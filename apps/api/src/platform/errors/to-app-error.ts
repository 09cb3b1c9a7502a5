import { HttpException } from '@nestjs/common';
import { EntityMetadataNotFoundError } from 'typeorm';
import { sqlState } from '../database/transaction.js';
import { StorageError } from '../storage/storage.port.js';
import { AppError } from './app-error.js';
import { isError } from './is-error.js';

// Classes of SQLSTATE that mean "not now": connection lost, too many clients or disk full, stopping or starting, lock
// not to be had, statement or idle limit reached, server turned read-only, and conflicts that retries did not settle.
const UNAVAILABLE_SQLSTATE = /^(08|53|57P|57014|55P03|25P03|25P04|25006|40001|40P01)/;
const UNAVAILABLE_SYSCALL = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
// Failures that pg, its pool, TypeORM and ioredis tell by words only.
const UNAVAILABLE_MESSAGE =
  /timeout exceeded when trying to connect|connection terminated|query read timeout|client has encountered a connection error|client was closed|driver not connected|connection is not established|cannot use a pool after calling end|connection is closed|command timed out|stream isn't writeable|max retries per request|reached the max retries|socket timeout/i;

function isUnavailable(error: unknown): boolean {
  if (!isError(error)) return false;
  // Before its first connection TypeORM knows no entity.
  if (error instanceof StorageError || error instanceof EntityMetadataNotFoundError) return true;
  // A host with several addresses, none of which took the connection.
  const { errors } = error as Partial<AggregateError>;
  if (Array.isArray(errors)) return errors.some(isUnavailable);
  const state = sqlState(error);
  if (state && (UNAVAILABLE_SQLSTATE.test(state) || UNAVAILABLE_SYSCALL.has(state))) return true;
  const driver = (error as { driverError?: unknown }).driverError;
  return UNAVAILABLE_MESSAGE.test(error.message) || (driver !== undefined && isUnavailable(driver));
}

const BY_STATUS: Record<number, 'NOT_FOUND' | 'BODY_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'RATE_LIMITED'> = {
  404: 'NOT_FOUND',
  // A parameter or address that is longer than any of ours.
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

/** The failure a caller may know of, for anything that was thrown. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) return new AppError('SERVICE_UNAVAILABLE', { cause: error });
  const status = typeof error === 'object' && error !== null ? statusOf(error) : undefined;
  if (status === undefined || status >= 500) return new AppError('INTERNAL_ERROR', { cause: error });
  return new AppError(BY_STATUS[status] ?? 'MALFORMED_BODY', { cause: error });
}
