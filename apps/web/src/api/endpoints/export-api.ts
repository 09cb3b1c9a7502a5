import { routes, type Answer, type ExportFormat } from '@app/contracts';
import { baseApi } from '../client/base-api';

const exportApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The address of everything the person made; it can be used once and soon. */
    exportEverything: build.mutation<Answer<'images.createExport'>, ExportFormat>({
      query: (format) => ({ route: routes.images.createExport, body: { format } }),
      extraOptions: { report: 'inline' },
    }),
  }),
});

export const { useExportEverythingMutation } = exportApi;
