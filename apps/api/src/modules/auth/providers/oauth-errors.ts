import { AppError } from '../../../platform/errors/app-error.js';

/** Thrown by an adapter whose provider answered something that is no profile. */
export class UnreadableProfileError extends Error {}

// What a token endpoint says when the person's code is at fault; everything else is ours or the provider's.
const REFUSED_CODES = new Set(['invalid_grant', 'bad_verification_code', 'access_denied', 'invalid_code']);

/** The failure a caller may know, for what a strategy reported. */
export function oauthError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { name, code } = error as { name?: unknown; code?: unknown };
  const isRefused = name === 'TokenError' && typeof code === 'string' && REFUSED_CODES.has(code);
  return new AppError(isRefused ? 'OAUTH_CODE_REFUSED' : 'OAUTH_PROVIDER_UNAVAILABLE', { cause: error });
}
