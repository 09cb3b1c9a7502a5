import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { showToast } from '../../shared/toasts';
import { isApiError } from './api-error';
import { errorText } from './error-text';

/** What the base query says about a call beside its answer. */
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

/** The global error handling: one toast per kind of failure. A 401 has none, it leads to the login page. */
export const reportErrors: Middleware = () => (next) => (action) => {
  if (isRejectedWithValue(action) && isCall(action) && isApiError(action.payload)) {
    const { status, requestId } = action.payload;
    const { arg, baseQueryMeta } = action.meta;
    if (baseQueryMeta?.report === 'toast' && status !== 401) {
      showToast({
        kind: 'error',
        text: errorText(action.payload),
        key: status === 0 ? 'network' : `${status}:${arg.endpointName}`,
        requestId: status >= 500 ? (requestId ?? undefined) : undefined,
      });
    }
  }
  return next(action);
};
