import { routes, type Answer } from '@app/contracts';
import { baseApi } from '../client/base-api';

const modelsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    models: build.query<Answer<'images.models'>, void>({
      query: () => ({ route: routes.images.models }),
      providesTags: ['Models'],
      keepUnusedDataFor: 600,
    }),
  }),
});

export const { useModelsQuery } = modelsApi;
/** What is known, without asking. */
export const useModelsState = modelsApi.endpoints.models.useQueryState;
