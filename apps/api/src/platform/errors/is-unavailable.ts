import {
  EntityMetadataNotFoundError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { sqlState } from '../database/transaction.js';
import { isError } from './is-error.js';

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

/** Whether a database or Redis could not be reached, or answered with one of these SQLSTATEs. */
export function isUnavailable(error: unknown, states: RegExp): boolean {
  if (!isError(error)) return false;
  if (WITHOUT_CONNECTION.some((lost) => error instanceof lost)) return true;
  // A host with several addresses, all of which refused the connection.
  const { errors } = error as Partial<AggregateError>;
  if (Array.isArray(errors)) return errors.some((one) => isUnavailable(one, states));
  const state = sqlState(error);
  if (state && (states.test(state) || UNAVAILABLE_SYSCALL.has(state))) return true;
  const driver = (error as { driverError?: unknown }).driverError;
  return UNAVAILABLE_MESSAGE.test(error.message) || (driver !== undefined && isUnavailable(driver, states));
}
