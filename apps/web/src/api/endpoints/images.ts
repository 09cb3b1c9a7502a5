import {
  routes,
  type Answer,
  type Body,
  type GalleryItem,
  type Generation,
  type GenerationSort,
  type Picture,
  type SortOrder,
  type Style,
  type StyleGroup,
} from '@app/contracts';
import { baseApi } from '../client/base-api';
import type { AppDispatch, AppState } from '../state';

export const isFinished = ({ status }: Generation): boolean => status === 'completed' || status === 'failed';
/** No worker has begun with it. */
export const isWaiting = ({ status }: Generation): boolean => status === 'pending';
/** The person's own doing, and no failure, though it has that status. */
export const isCancelled = ({ status, error_code }: Pick<Generation, 'status' | 'error_code'>): boolean =>
  status === 'failed' && error_code === 'CANCELLED';
/** It was delivered, and its file is missing since. */
export const isLost = ({ status, url }: Pick<Picture, 'status' | 'url'>): boolean =>
  status === 'completed' && url === null;

export type ImageList = Answer<'images.list'>;

interface PageQuery {
  page: number;
  limit: number;
}

/** What a gallery is narrowed to, and its order; what is left out is not sent. */
export interface GalleryFilter {
  style_group?: StyleGroup | undefined;
  style?: Style | undefined;
  favorite?: true | undefined;
  q?: string | undefined;
  sort?: GenerationSort | undefined;
  order?: SortOrder | undefined;
}
export type GalleryQuery = PageQuery & GalleryFilter;

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
    gallery: build.query<ImageList, GalleryQuery>({
      query: (query) => ({ route: routes.images.list, query: { ...query } }),
      providesTags: (_, __, { favorite }) => (favorite ? ['Image', 'Favorite'] : ['Image']),
    }),
    favorites: build.query<ImageList, PageQuery>({
      query: ({ page, limit }) => ({ route: routes.images.favorites, query: { page, limit } }),
      providesTags: ['Favorite'],
    }),
    picture: build.query<GalleryItem, string>({
      query: (id) => ({ route: routes.images.show, params: { id } }),
      providesTags: ['Image', 'Favorite'],
    }),
    setFavorite: build.mutation<Answer<'images.favorite'>, { id: string; favorite: boolean }>({
      query: ({ id, favorite }) => ({
        route: favorite ? routes.images.favorite : routes.images.unfavorite,
        params: { id },
      }),
      async onQueryStarted({ id, favorite }, api) {
        const mark: Patch = (picture) => {
          if (picture.id === id) picture.is_favorited = favorite;
        };
        const leaves = (picture: GalleryItem) => picture.id === id && !favorite;
        const undo = patchCachedImages(api.dispatch, api.getState(), {
          picture: mark,
          list: (list, ofFavorites) => (ofFavorites ? removeFromList(list, leaves) : list.data.forEach(mark)),
        });
        await api.queryFulfilled.catch(undo);
      },
      invalidatesTags: (_, error) => (error ? [] : ['Favorite']),
      extraOptions: { report: 'inline' },
    }),
  }),
});

type Patch = (picture: Pick<GalleryItem, 'id' | 'is_favorited'>) => void;

interface CachePatch {
  /** For each picture that is cached by itself or with its generation. */
  picture?: Patch;
  generation?: (generation: Generation) => void;
  /** For each page of pictures; `ofFavorites`: it holds nothing else. */
  list: (list: ImageList, ofFavorites: boolean) => void;
}

/** Takes pictures out of a page and out of its count. */
export function removeFromList(list: ImageList, leaves: (picture: GalleryItem) => boolean): void {
  const stay = list.data.filter((picture) => !leaves(picture));
  list.total -= list.data.length - stay.length;
  list.data = stay;
}

function patchGeneration(generation: Generation, { picture, generation: patch }: Partial<CachePatch>): void {
  patch?.(generation);
  if (picture) generation.generated_images.forEach(picture);
  generation.is_favorited = generation.generated_images[0]?.is_favorited ?? false;
}

/** Changes pictures wherever they are cached. Returns the way back. */
export function patchCachedImages(dispatch: AppDispatch, state: unknown, patch: CachePatch): () => void {
  const { picture, list } = patch;
  const cached = imagesApi.util.selectInvalidatedBy(state as AppState, ['Image', 'Favorite', 'Generation']);
  const patches = cached.flatMap(({ endpointName, originalArgs }) => {
    if (endpointName === 'gallery') {
      const query = originalArgs as GalleryQuery;
      const change = (page: ImageList) => list(page, query.favorite === true);
      return [dispatch(imagesApi.util.updateQueryData('gallery', query, change))];
    }
    if (endpointName === 'favorites') {
      const change = (page: ImageList) => list(page, true);
      return [dispatch(imagesApi.util.updateQueryData('favorites', originalArgs as PageQuery, change))];
    }
    if (endpointName === 'picture' && picture) {
      return [dispatch(imagesApi.util.updateQueryData('picture', originalArgs as string, picture))];
    }
    if (endpointName === 'generation') {
      const change = (generation: Generation) => patchGeneration(generation, patch);
      return [dispatch(imagesApi.util.updateQueryData('generation', originalArgs as string, change))];
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
  usePictureQuery,
  useSetFavoriteMutation,
} = imagesApi;
