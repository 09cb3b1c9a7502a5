import { routes, type Answer, type ExportFormat } from '@app/contracts';
import { baseApi } from '../client/base-api';

/** Images say until when they are shared. */
const sharedAnew = (_: unknown, error: unknown, id: string) => (error ? [] : [{ type: 'Image' as const, id }]);

export const imageSharingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    sharedImage: build.query<Answer<'images.shared'>, string>({
      query: (token) => ({ route: routes.images.shared, params: { token } }),
    }),
    /** An image has one link at a time: asking again returns the same one and extends it. */
    shareImage: build.mutation<Answer<'images.share'>, string>({
      query: (id) => ({ route: routes.images.share, params: { id } }),
      invalidatesTags: sharedAnew,
      extraOptions: { report: 'inline' },
    }),
    stopSharing: build.mutation<Answer<'images.unshare'>, string>({
      query: (id) => ({ route: routes.images.unshare, params: { id } }),
      invalidatesTags: sharedAnew,
      extraOptions: { report: 'inline' },
    }),
    /** The address of everything the person made; it expires soon and can be used once. */
    exportEverything: build.mutation<Answer<'images.createExport'>, { format: ExportFormat; before?: number }>({
      query: (body) => ({ route: routes.images.createExport, body }),
      extraOptions: { report: 'inline' },
    }),
  }),
});

export const { useSharedImageQuery, useShareImageMutation, useStopSharingMutation, useExportEverythingMutation } =
  imageSharingApi;
