import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { joinSentences } from '../../shared/format/format';
import { activeLocale } from '../../shared/i18n/i18n';
import { showToast } from '../../shared/toasts';
import { isApiError, type ApiError } from './api-error';
import { errorText } from './error-text';

export interface CallMeta {
  report: 'toast' | 'inline';
}

interface CallRejection {
  meta: { arg: { endpointName: string }; baseQueryMeta?: CallMeta };
}

const isCall = (action: object): action is CallRejection => {
  const meta = (action as { meta?: { arg?: unknown } }).meta;
  return typeof meta?.arg === 'object' && meta.arg !== null && 'endpointName' in meta.arg;
};

/**
 * Shows one toast for each kind of failure of a call. A 401 has none, it leads to the login page.
 * @param undone in a sentence, what was not done; before the reason
 */
export function showErrorToast(error: ApiError, call: string, undone = ''): void {
  const { status, requestId } = error;
  if (status === 401) return;
  showToast({
    kind: 'error',
    text: joinSentences([undone, errorText(error)], activeLocale()),
    key: status === 0 ? 'network' : `${status}:${call}`,
    requestId: status >= 500 ? (requestId ?? undefined) : undefined,
  });
}

/** The global error handling. */
export const reportErrors: Middleware = () => (next) => (action) => {
  if (isRejectedWithValue(action) && isCall(action) && isApiError(action.payload)) {
    const { arg, baseQueryMeta } = action.meta;
    if (baseQueryMeta?.report === 'toast') showErrorToast(action.payload, arg.endpointName);
  }
  return next(action);
};
