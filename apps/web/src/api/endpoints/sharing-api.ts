import { routes, type Answer } from '@app/contracts';
import { baseApi } from '../client/base-api';

const sharingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    sharedImage: build.query<Answer<'images.shared'>, string>({
      query: (token) => ({ route: routes.images.shared, params: { token } }),
    }),
    /** A picture has one link at a time: asking again answers the same one, and lets it live on. */
    shareImage: build.mutation<Answer<'images.share'>, string>({
      query: (id) => ({ route: routes.images.share, params: { id } }),
      extraOptions: { report: 'inline' },
    }),
    stopSharing: build.mutation<Answer<'images.unshare'>, string>({
      query: (id) => ({ route: routes.images.unshare, params: { id } }),
      extraOptions: { report: 'inline' },
    }),
  }),
});

export const { useSharedImageQuery, useShareImageMutation, useStopSharingMutation } = sharingApi;
