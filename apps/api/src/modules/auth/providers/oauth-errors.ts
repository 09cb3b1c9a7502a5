import { AppError } from '../../../platform/errors/app-error.js';

export class UnreadableProfileError extends Error {}

// The user's code is at fault; every other error is ours or the provider's.
const REFUSED_CODES = new Set(['invalid_grant', 'bad_verification_code', 'access_denied', 'invalid_code']);

export function oauthError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { name, code } = error as { name?: unknown; code?: unknown };
  const isRefused = name === 'TokenError' && typeof code === 'string' && REFUSED_CODES.has(code);
  return new AppError(isRefused ? 'OAUTH_CODE_REFUSED' : 'OAUTH_PROVIDER_UNAVAILABLE', { cause: error });
}
