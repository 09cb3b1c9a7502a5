import { routes, type Answer, type Body } from '@app/contracts';
import { baseApi } from '../client/base-api';

interface Start {
  body: Body<'batches.start'>;
  /** The same key with the same body is answered with the same batch, however often it is sent. */
  key: string;
}

type Batch = Answer<'batches.show'>;

const batchTag = (id: string) => ({ type: 'Batch', id }) as const;

export const batchesApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const change = (route: (typeof routes.batches)['pause' | 'resume' | 'stop']) =>
      build.mutation<Batch, string>({
        query: (id) => ({ route, params: { id } }),
        async onQueryStarted(id, { dispatch, queryFulfilled }) {
          const result = await queryFulfilled.catch(() => null);
          if (!result) return;
          // A request sent before the change would answer with the former state.
          dispatch(batchesApi.util.getRunningQueryThunk('batch', id))?.abort();
          void dispatch(batchesApi.util.upsertQueryData('batch', id, result.data));
        },
        invalidatesTags: (_, error) => (error ? ['Batch', 'Quota'] : [batchTag('LIST'), 'Quota']),
        extraOptions: { report: 'inline' },
      });
    return {
      batchCheck: build.query<Answer<'batches.check'>, Body<'batches.check'>['rows']>({
        query: (rows) => ({ route: routes.batches.check, body: { rows } }),
        providesTags: ['Quota'],
        keepUnusedDataFor: 10,
      }),
      batches: build.query<Answer<'batches.list'>, number>({
        query: (page) => ({ route: routes.batches.list, query: { page } }),
        providesTags: [batchTag('LIST')],
      }),
      batch: build.query<Batch, string>({
        query: (id) => ({ route: routes.batches.show, params: { id } }),
        providesTags: (_, __, id) => [batchTag(id)],
      }),
      startBatch: build.mutation<Batch, Start>({
        query: ({ body, key }) => ({ route: routes.batches.start, body, headers: { 'idempotency-key': key } }),
        invalidatesTags: [batchTag('LIST')],
        extraOptions: { report: 'inline' },
      }),
      retryBatch: build.mutation<Batch, { id: string; key: string }>({
        query: ({ id, key }) => ({
          route: routes.batches.retry,
          params: { id },
          headers: { 'idempotency-key': key },
        }),
        invalidatesTags: [batchTag('LIST')],
        extraOptions: { report: 'inline' },
      }),
      deleteBatch: build.mutation<null, string>({
        query: (id) => ({ route: routes.batches.delete, params: { id } }),
        invalidatesTags: (_, error) => (error ? ['Batch'] : [batchTag('LIST')]),
        extraOptions: { report: 'inline' },
      }),
      pauseBatch: change(routes.batches.pause),
      resumeBatch: change(routes.batches.resume),
      stopBatch: change(routes.batches.stop),
    };
  },
});

export const {
  useBatchCheckQuery,
  useBatchesQuery,
  useBatchQuery,
  useDeleteBatchMutation,
  useStartBatchMutation,
  useRetryBatchMutation,
  usePauseBatchMutation,
  useResumeBatchMutation,
  useStopBatchMutation,
} = batchesApi;
