import { routes, type Answer } from '@app/contracts';
import { baseApi } from './base-api';

const quotaApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    quota: build.query<Answer<'quota.show'>, void>({
      query: () => ({ route: routes.quota.show }),
      providesTags: ['Quota'],
    }),
    plans: build.query<Answer<'quota.plans'>, void>({
      query: () => ({ route: routes.quota.plans }),
      providesTags: ['Plans'],
      keepUnusedDataFor: 600,
    }),
  }),
});

export const { useQuotaQuery, usePlansQuery } = quotaApi;
