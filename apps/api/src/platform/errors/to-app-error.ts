import { HttpException } from '@nestjs/common';
import {
  EntityMetadataNotFoundError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { sqlState } from '../database/transaction.js';
import { StorageError } from '../storage/storage.port.js';
import { AppError } from './app-error.js';
import { isError } from './is-error.js';

// SQLSTATEs that mean "not now": no connection, full, stopping, locked, out of time, read-only, in conflict.
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
const UNAVAILABLE_MESSAGE =
  /timeout exceeded when trying to connect|connection terminated|query read timeout|client has encountered a connection error|client was closed|driver not connected|connection is not established|cannot use a pool after calling end|connection is closed|command timed out|stream isn't writeable|max retries per request|reached the max retries|socket timeout/i;

/** Errors of TypeORM without a connection: before the first one it knows no entity, and a lost one it releases. */
const WITHOUT_CONNECTION = [
  EntityMetadataNotFoundError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
];

function isUnavailable(error: unknown): boolean {
  if (!isError(error)) return false;
  if (error instanceof StorageError || WITHOUT_CONNECTION.some((lost) => error instanceof lost)) return true;
  // A host with several addresses, all of which refused the connection.
  const { errors } = error as Partial<AggregateError>;
  if (Array.isArray(errors)) return errors.some(isUnavailable);
  const state = sqlState(error);
  if (state && (UNAVAILABLE_SQLSTATE.test(state) || UNAVAILABLE_SYSCALL.has(state))) return true;
  const driver = (error as { driverError?: unknown }).driverError;
  return UNAVAILABLE_MESSAGE.test(error.message) || (driver !== undefined && isUnavailable(driver));
}

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
  if (isUnavailable(error)) return new AppError('SERVICE_UNAVAILABLE', { cause: error });
  const status = typeof error === 'object' && error !== null ? statusOf(error) : undefined;
  if (status === undefined || status >= 500) return new AppError('INTERNAL_ERROR', { cause: error });
  return new AppError(BY_STATUS[status] ?? 'MALFORMED_BODY', { cause: error });
}
