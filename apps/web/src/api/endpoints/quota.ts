import { routes, type Answer, type StatementFilter } from '@app/contracts';
import { baseApi } from '../client/base-api';

export const quotaApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    quota: build.query<Answer<'quota.show'>, void>({
      query: () => ({ route: routes.quota.show }),
      providesTags: ['Quota'],
    }),
    quotaStats: build.query<Answer<'quota.stats'>, void>({
      query: () => ({ route: routes.quota.stats }),
      providesTags: ['Quota'],
    }),
    statement: build.query<Answer<'quota.statement'>, StatementFilter & { page: number; limit: number }>({
      query: (query) => ({ route: routes.quota.statement, query: { ...query } }),
      // It shows images, and says which of them were deleted.
      providesTags: ['Quota', { type: 'Image', id: 'LIST' }],
    }),
  }),
});

export const { useQuotaQuery, useQuotaStatsQuery, useStatementQuery } = quotaApi;
