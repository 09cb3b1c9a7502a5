import { routes, type Answer, type Body, type GalleryItem, type Generation } from '@app/contracts';
import { baseApi } from './base-api';
import type { AppDispatch, AppState } from './state';

export const isFinished = ({ status }: Generation): boolean => status === 'completed' || status === 'failed';
/** No worker has begun with it. */
export const isWaiting = ({ status }: Generation): boolean => status === 'pending';
/** The person's own doing, and no failure, though it has that status. */
export const isTakenBack = ({ status, error_code }: Pick<Generation, 'status' | 'error_code'>): boolean =>
  status === 'failed' && error_code === 'CANCELLED';

interface PageQuery {
  page: number;
  limit: number;
}

interface Submission {
  body: Body<'images.generate'>;
  /** The same key with the same body is answered with the same generation, however often it is sent. */
  key: string;
}

export const imagesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    generate: build.mutation<Generation, Submission>({
      query: ({ body, key }) => ({ route: routes.images.generate, body, headers: { 'idempotency-key': key } }),
      invalidatesTags: (result, error) => {
        if (result) return ['Quota', 'Image'];
        return error?.code === 'ENGINE_UNAVAILABLE' ? ['Quota', 'Models'] : ['Quota'];
      },
      extraOptions: { report: 'inline' },
    }),
    takeBack: build.mutation<Generation, string>({
      query: (id) => ({ route: routes.images.cancel, params: { id } }),
      extraOptions: { report: 'inline' },
    }),
    generation: build.query<Generation, string>({
      query: (id) => ({ route: routes.images.showGeneration, params: { id } }),
      providesTags: (_, __, id) => [{ type: 'Generation', id }],
      // A look that was on its way while the event of the end came in is older than that event.
      merge: (known, answer) => (isFinished(known) && !isFinished(answer) ? known : answer),
    }),
    gallery: build.query<Answer<'images.list'>, PageQuery>({
      query: ({ page, limit }) => ({ route: routes.images.list, query: { page, limit } }),
      providesTags: ['Image'],
    }),
    favorites: build.query<Answer<'images.favorites'>, PageQuery>({
      query: ({ page, limit }) => ({ route: routes.images.favorites, query: { page, limit } }),
      providesTags: ['Favorite'],
    }),
    setFavorite: build.mutation<Answer<'images.favorite'>, { id: string; favorite: boolean }>({
      query: ({ id, favorite }) => ({
        route: favorite ? routes.images.favorite : routes.images.unfavorite,
        params: { id },
      }),
      async onQueryStarted({ id, favorite }, api) {
        const undo = patchPictures(api.dispatch, api.getState(), id, (picture) => {
          picture.is_favorited = favorite;
        });
        await api.queryFulfilled.catch(undo);
      },
      invalidatesTags: (_, error) => (error ? [] : ['Favorite']),
      extraOptions: { report: 'inline' },
    }),
  }),
});

type Patch = (picture: Pick<GalleryItem, 'id' | 'is_favorited'>) => void;

function patchGeneration(generation: Generation, id: string, patch: Patch): void {
  for (const picture of generation.generated_images) if (picture.id === id) patch(picture);
  generation.is_favorited = generation.generated_images[0]?.is_favorited ?? false;
}

/** Changes one picture wherever it is cached. Returns the way back. */
function patchPictures(dispatch: AppDispatch, state: unknown, id: string, patch: Patch): () => void {
  const cached = imagesApi.util.selectInvalidatedBy(state as AppState, ['Image', 'Generation']);
  const patches = cached.flatMap(({ endpointName, originalArgs }) => {
    if (endpointName === 'gallery') {
      const change = imagesApi.util.updateQueryData('gallery', originalArgs as PageQuery, (page) =>
        page.data.filter((picture) => picture.id === id).forEach(patch),
      );
      return [dispatch(change)];
    }
    if (endpointName === 'generation') {
      const change = imagesApi.util.updateQueryData('generation', originalArgs as string, (generation) =>
        patchGeneration(generation, id, patch),
      );
      return [dispatch(change)];
    }
    return [];
  });
  return () => patches.forEach((applied) => applied.undo());
}

export const {
  useGenerateMutation,
  useTakeBackMutation,
  useGenerationQuery,
  useGalleryQuery,
  useFavoritesQuery,
  useSetFavoriteMutation,
} = imagesApi;
