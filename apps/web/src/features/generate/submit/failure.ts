import type { Model } from '@app/contracts';
import type { ApiError } from '../../../api/client/api-error';

/** What the server said against a request. */
export interface Failure {
  error: ApiError;
  /** The model that was asked for. */
  model: Model;
  /** When trying again makes sense, by this machine's clock in milliseconds; null if nobody said. */
  retryAt: number | null;
}

export const failureOf = (error: ApiError, model: Model): Failure => ({
  error,
  model,
  retryAt: error.retryAfter === null ? null : Date.now() + error.retryAfter * 1000,
});
