import type { Failure, Locale } from '@app/contracts';
import type { AppError } from '../errors/app-error.js';
import { ERROR_MESSAGES } from '../errors/messages.js';

export const failureBody = (error: AppError, locale: Locale, requestId: string): Failure => ({
  success: false,
  code: error.code,
  message: ERROR_MESSAGES[error.code][locale],
  ...(error.details && { details: error.details }),
  request_id: requestId,
});
