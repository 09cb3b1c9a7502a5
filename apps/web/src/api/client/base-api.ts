import { setupListeners, type BaseQueryFn } from '@reduxjs/toolkit/query';
import { createApi } from '@reduxjs/toolkit/query/react';
import { ApiFailure, clientError, type ApiError } from './api-error';
import { send } from './http';
import { readFailure } from './read-failure';
import { registerApi } from './lazy-api';
import { onOtherTabChanged, notifyOtherTabs } from './other-tabs';
import { reportErrors, type CallMeta } from './report-errors';
import type { ApiRequest } from './transport';

export interface CallOptions {
  /**
   * Where a failure is told: `toast`, or `inline` by the caller. Unless said, loading is inline (a page or a
   * card shows it with a retry) and doing is a toast.
   */
  report?: 'toast' | 'inline';
  /** A lost session is handled by the caller: nobody is sent to the login page. */
  quiet?: boolean;
}

/** A call: `{ route: routes.images.list, query: { page, limit } }`. */
export type CallArgs = Omit<ApiRequest, 'signal'>;

const hasData = (body: unknown): body is { data: unknown } =>
  typeof body === 'object' && body !== null && 'data' in body;

const baseQuery: BaseQueryFn<CallArgs, unknown, ApiError, CallOptions, CallMeta> = async (args, api, options) => {
  // RTK passes undefined where an endpoint has no options.
  const { report, quiet = false } = (options as CallOptions | undefined) ?? {};
  const meta: CallMeta = { report: report ?? (api.type === 'query' ? 'inline' : 'toast') };
  try {
    const response = await send({ ...args, signal: api.signal }, { quiet });
    if (!response.ok) return { error: await readFailure(response), meta };
    const body: unknown = await response.json();
    return hasData(body) ? { data: body.data, meta } : { error: clientError('UNKNOWN', response.status), meta };
  } catch (error) {
    return { error: error instanceof ApiFailure ? error.error : clientError('UNKNOWN'), meta };
  }
};

/** Each server module injects its endpoints from a file of its own. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [
    'Preferences',
    'Quota',
    'Bonus',
    'Image',
    'Favorite',
    'Generation',
    'PromptHistory',
    'Stats',
    'Plans',
    'Models',
    'Subscription',
    'Batch',
    'ApiKey',
    'WebhookEndpoint',
    'WebhookDelivery',
  ],
  refetchOnReconnect: true,
  endpoints: () => ({}),
});

/** What work on images changes; making them costs credits. */
const IMAGE_TAGS = ['Image', 'Favorite', 'Generation', 'PromptHistory', 'Stats', 'Quota'] as const;
/** What money changes; the credits tell of another plan. */
export const PLAN_TAGS = ['Subscription', 'Quota', 'Bonus'] as const;
const TAGS = { images: IMAGE_TAGS, plan: PLAN_TAGS, profile: [] };

registerApi({
  reducerPath: baseApi.reducerPath,
  reducer: baseApi.reducer,
  middlewares: [baseApi.middleware, reportErrors, notifyOtherTabs],
  listen: (dispatch) => {
    setupListeners(dispatch);
    onOtherTabChanged((changed) => dispatch(baseApi.util.invalidateTags([...TAGS[changed]])));
    window.addEventListener('pageshow', ({ persisted }) => {
      // Back from the browser's cache, where not every browser tells of focus.
      if (persisted) dispatch(baseApi.internalActions.onFocus());
    });
  },
});
