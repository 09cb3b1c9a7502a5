import { ERROR_STATUS, type ErrorCode, type ErrorDetail } from '@app/contracts';

export interface AppErrorOptions {
  details?: ErrorDetail[];
  /** Seconds after which asking again makes sense; sent as Retry-After. */
  retryAfter?: number;
  cause?: unknown;
}

/** A failure that the caller may know: a code of the closed list, never prose. */
export class AppError extends Error {
  readonly status: number;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ErrorCode,
    options: AppErrorOptions = {},
  ) {
    super(code, { cause: options.cause });
    this.name = 'AppError';
    this.status = ERROR_STATUS[code];
    this.details = options.details;
    this.retryAfter = options.retryAfter ?? (this.status === 503 ? 5 : undefined);
  }
}

export const notFound = (): AppError => new AppError('NOT_FOUND');

export const isAppError = (error: unknown, code: ErrorCode): error is AppError =>
  error instanceof AppError && error.code === code;
