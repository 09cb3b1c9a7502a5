import { routes, type Answer, type StatementFilter } from '@app/contracts';
import { baseApi } from '../client/base-api';

export const quotaApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    quota: build.query<Answer<'quota.show'>, void>({
      query: () => ({ route: routes.quota.show }),
      providesTags: ['Quota'],
    }),
    statement: build.query<Answer<'quota.statement'>, StatementFilter & { page: number; limit: number }>({
      query: (query) => ({ route: routes.quota.statement, query: { ...query } }),
      providesTags: ['Quota'],
    }),
  }),
});

export const { useQuotaQuery, useStatementQuery } = quotaApi;
