import { routes, type Answer, type Body } from '@app/contracts';
import { baseApi } from '../client/base-api';

const apiKeysApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    apiKeys: build.query<Answer<'apiKeys.list'>, void>({
      query: () => ({ route: routes.apiKeys.list }),
      providesTags: ['ApiKey'],
    }),
    createApiKey: build.mutation<Answer<'apiKeys.create'>, Body<'apiKeys.create'>>({
      query: (body) => ({ route: routes.apiKeys.create, body }),
      invalidatesTags: ['ApiKey'],
      extraOptions: { report: 'inline' },
    }),
    updateApiKey: build.mutation<Answer<'apiKeys.update'>, { id: string } & Body<'apiKeys.update'>>({
      query: ({ id, ...body }) => ({ route: routes.apiKeys.update, params: { id }, body }),
      invalidatesTags: ['ApiKey'],
      extraOptions: { report: 'inline' },
    }),
    rotateApiKey: build.mutation<Answer<'apiKeys.rotate'>, string>({
      query: (id) => ({ route: routes.apiKeys.rotate, params: { id } }),
      invalidatesTags: ['ApiKey'],
      extraOptions: { report: 'inline' },
    }),
    revokeApiKey: build.mutation<Answer<'apiKeys.revoke'>, string>({
      query: (id) => ({ route: routes.apiKeys.revoke, params: { id } }),
      invalidatesTags: ['ApiKey'],
      extraOptions: { report: 'inline' },
    }),
  }),
});

export const {
  useApiKeysQuery,
  useCreateApiKeyMutation,
  useUpdateApiKeyMutation,
  useRotateApiKeyMutation,
  useRevokeApiKeyMutation,
} = apiKeysApi;
