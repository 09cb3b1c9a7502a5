import { routes, type Answer } from '@app/contracts';
import { baseApi } from './base-api';

const sharingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    sharedImage: build.query<Answer<'images.shared'>, string>({
      query: (token) => ({ route: routes.images.shared, params: { token } }),
    }),
  }),
});

export const { useSharedImageQuery } = sharingApi;
