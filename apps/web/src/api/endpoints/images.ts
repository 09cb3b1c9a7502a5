import {
  FAVORITES_AT_ONCE,
  GALLERY_PAGE_SIZE,
  routes,
  type Answer,
  type GalleryItem,
  type Generation,
  type GenerationSort,
  type Lineage,
  type SortOrder,
  type Style,
  type StyleGroup,
} from '@app/contracts';
import type { ApiError } from '../client/api-error';
import type { ApiDispatch, ApiState } from '../client/api-state';
import { baseApi, type CallArgs } from '../client/base-api';
import { peekEarlyAnswer } from '../client/early-answers';
import { addressOf } from '../client/transport';
import { generationsApi } from './generations';

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

const FIRST_PAGE: PageQuery = { page: 1, limit: GALLERY_PAGE_SIZE };

/** The call that a list makes first, when nothing narrows it. */
export const firstPageOf = (list: 'gallery' | 'favorites') => ({
  route: list === 'gallery' ? routes.images.list : routes.images.favorites,
  query: { ...FIRST_PAGE },
});

interface FavoriteChange {
  ids: readonly string[];
  favorite: boolean;
}

interface FavoriteOutcome {
  /** In the order of `ids`. */
  done: string[];
  /** Deleted elsewhere meanwhile; in the order of `ids`. */
  missing: string[];
  /** The refusal that ended the work; of one image alone also that it is missing. */
  error: ApiError | null;
}

const imageTag = (id: string) => ({ type: 'Image', id }) as const;
const IMAGE_LIST = imageTag('LIST');
const favoriteTag = (id: string) => ({ type: 'Favorite', id }) as const;
const FAVORITE_LIST = favoriteTag('LIST');

const imageTags = (list: ImageList | undefined) => list?.data.map(({ id }) => imageTag(id)) ?? [];

/** A generation without images does not exist, and its prompt leaves the history with it. */
const afterDeletion = (ids: readonly string[]) =>
  [IMAGE_LIST, FAVORITE_LIST, 'Stats', 'PromptHistory', ...ids.map(imageTag)] as const;

interface Answered {
  data?: unknown;
  error?: ApiError | undefined;
}
type Call = (args: CallArgs) => PromiseLike<Answered> | Answered;

/** One image has a call of its own, which says why it was refused. */
async function sendFavorite(id: string, favorite: boolean, call: Call): Promise<FavoriteOutcome> {
  const route = favorite ? routes.images.favorite : routes.images.unfavorite;
  const { error = null } = await call({ route, params: { id } });
  return { done: error ? [] : [id], missing: error?.code === 'NOT_FOUND' ? [id] : [], error };
}

/** The last ones first: what is added later comes before them in the list. */
async function sendFavorites({ ids, favorite }: FavoriteChange, call: Call): Promise<FavoriteOutcome> {
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return sendFavorite(only, favorite, call);
  const outcome: FavoriteOutcome = { done: [], missing: [], error: null };
  for (let end = ids.length; end > 0 && outcome.error === null; end -= FAVORITES_AT_ONCE) {
    const part = ids.slice(Math.max(end - FAVORITES_AT_ONCE, 0), end);
    const body = { image_ids: part, is_favorited: favorite };
    const { data, error = null } = await call({ route: routes.images.setFavorites, body });
    const missing = new Set(error ? [] : (data as Answer<'images.setFavorites'>).missing);
    outcome.error = error;
    outcome.missing.unshift(...missing);
    if (!error) outcome.done.unshift(...part.filter((id) => !missing.has(id)));
  }
  return outcome;
}

/** Of each image, the change of its mark that is under way. */
const marking = new Map<string, Promise<unknown>>();

/** Begins when the changes of the same images before have ended: the last press must be the last to reach the server. */
function inTurn<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
  const turn = Promise.all(ids.flatMap((id) => marking.get(id) ?? [])).then(work);
  ids.forEach((id) => marking.set(id, turn));
  return turn.finally(() => {
    for (const id of ids) if (marking.get(id) === turn) marking.delete(id);
  });
}

export const imagesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    gallery: build.query<ImageList, GalleryQuery>({
      query: (query) => ({ route: routes.images.list, query: { ...query } }),
      providesTags: (list, _, { favorite }) => [IMAGE_LIST, ...(favorite ? [FAVORITE_LIST] : []), ...imageTags(list)],
    }),
    favorites: build.query<ImageList, PageQuery>({
      query: ({ page, limit }) => ({ route: routes.images.favorites, query: { page, limit } }),
      providesTags: (list) => [FAVORITE_LIST, ...imageTags(list)],
    }),
    image: build.query<GalleryItem, string>({
      query: (id) => ({ route: routes.images.show, params: { id } }),
      providesTags: (_, __, id) => [imageTag(id), favoriteTag(id)],
    }),
    lineage: build.query<Lineage, string>({
      query: (id) => ({ route: routes.images.lineage, params: { id } }),
      providesTags: (lineage) => [
        IMAGE_LIST,
        ...[...(lineage?.ancestors ?? []), ...(lineage?.remixes ?? [])].map(({ id }) => imageTag(id)),
      ],
    }),
  }),
});

export const imageChangesApi = imagesApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Adds images to the favorites or removes them. Added ones come first in the list of favorites, in the order of `ids`.
     */
    setFavorites: build.mutation<FavoriteOutcome, FavoriteChange>({
      queryFn: async (change, _api, _options, call) => ({
        data: await inTurn(change.ids, () => sendFavorites(change, call)),
      }),
      async onQueryStarted(change, api) {
        const follows = change.ids.some((id) => marking.has(id));
        const undo = patchFavorites(change, api.dispatch, api.getState());
        const { data } = await api.queryFulfilled;
        if (!data.error && data.missing.length === 0) return;
        undo();
        // What was shown before may have been refused too.
        if (follows)
          api.dispatch(imagesApi.util.invalidateTags([FAVORITE_LIST, 'Generation', ...change.ids.map(imageTag)]));
      },
      invalidatesTags: (outcome, _, { ids }) => {
        // An image that left the list is fetched by itself, perhaps while the change is still under way.
        const { done = [], missing = [], error = null } = outcome ?? {};
        if (!error && missing.length === 0) return [FAVORITE_LIST, 'Stats', ...ids.map(favoriteTag)];
        // Only the server knows the result, unless nothing was changed at all, here or elsewhere.
        const isUnchanged = done.length === 0 && missing.length === 0;
        return isUnchanged ? [] : [FAVORITE_LIST, 'Stats', 'Generation', ...ids.map(imageTag)];
      },
    }),
    /** The images leave every list at once, and come back when the server refuses. */
    deleteImages: build.mutation<Answer<'images.batchDelete'>, readonly string[]>({
      query: (ids) => {
        const [id, ...others] = ids;
        return id !== undefined && others.length === 0
          ? { route: routes.images.delete, params: { id } }
          : { route: routes.images.batchDelete, body: { image_ids: ids } };
      },
      async onQueryStarted(ids, api) {
        await api.queryFulfilled.catch(patchDeletion(ids, api.dispatch, api.getState()));
      },
      // A refusal may come from an outdated list, so everything is fetched again then too.
      invalidatesTags: (_, error, ids) => [...afterDeletion(ids), ...(error ? (['Generation'] as const) : [])],
      extraOptions: { report: 'inline' },
    }),
    restoreImages: build.mutation<Answer<'images.restore'>, readonly string[]>({
      query: (ids) => ({ route: routes.images.restore, body: { image_ids: ids } }),
      invalidatesTags: (_, __, ids) => [...afterDeletion(ids), 'Generation'],
      extraOptions: { report: 'inline' },
    }),
  }),
});

/** Takes over the first page of a list that was asked for early, so that the page comes with its images. */
export async function adoptEarlyList(list: 'gallery' | 'favorites', dispatch: ApiDispatch): Promise<void> {
  if ((await peekEarlyAnswer(addressOf(firstPageOf(list)))) === null) return;
  await dispatch(imagesApi.endpoints[list].initiate(FIRST_PAGE, { subscribe: false }));
}

type PatchImage = (image: Pick<GalleryItem, 'id' | 'is_favorited'>) => void;

interface CachePatch {
  /** For each image that is cached by itself or with its generation. */
  image?: PatchImage;
  generation?: (generation: Generation) => void;
  /** For each page of images; `holdsFavorites`: it holds nothing else. */
  list: (list: ImageList, holdsFavorites: boolean) => void;
}

function removeFromList(list: ImageList, isRemoved: (image: GalleryItem) => boolean): void {
  const kept = list.data.filter((image) => !isRemoved(image));
  list.total -= list.data.length - kept.length;
  list.data = kept;
}

function patchGeneration(generation: Generation, { image, generation: patch }: Partial<CachePatch>): void {
  patch?.(generation);
  if (image) generation.generated_images.forEach(image);
  generation.is_favorited = generation.generated_images[0]?.is_favorited ?? false;
}

/** Changes images wherever they are cached. Returns the undo. */
function patchCachedImages(dispatch: ApiDispatch, state: unknown, patch: CachePatch): () => void {
  const { image, list } = patch;
  const cached = imagesApi.util.selectInvalidatedBy(state as ApiState, ['Image', 'Favorite', 'Generation']);
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
    if (endpointName === 'image' && image) {
      return [dispatch(imagesApi.util.updateQueryData('image', originalArgs as string, image))];
    }
    if (endpointName === 'generation') {
      const change = (generation: Generation) => patchGeneration(generation, patch);
      return [dispatch(generationsApi.util.updateQueryData('generation', originalArgs as string, change))];
    }
    return [];
  });
  return () => patches.forEach((applied) => applied.undo());
}

function patchFavorites({ ids, favorite }: FavoriteChange, dispatch: ApiDispatch, state: unknown): () => void {
  const changed = new Set(ids);
  const mark: PatchImage = (image) => {
    if (changed.has(image.id)) image.is_favorited = favorite;
  };
  return patchCachedImages(dispatch, state, {
    image: mark,
    list: (list, holdsFavorites) => {
      if (holdsFavorites && !favorite) removeFromList(list, ({ id }) => changed.has(id));
      else list.data.forEach(mark);
    },
  });
}

function patchDeletion(ids: readonly string[], dispatch: ApiDispatch, state: unknown): () => void {
  const deleted = new Set(ids);
  return patchCachedImages(dispatch, state, {
    list: (list) => removeFromList(list, ({ id }) => deleted.has(id)),
    generation: (generation) => {
      generation.generated_images = generation.generated_images.filter(({ id }) => !deleted.has(id));
    },
  });
}

export const { useGalleryQuery, useFavoritesQuery, useImageQuery, useLineageQuery } = imagesApi;
export const { useSetFavoritesMutation, useDeleteImagesMutation, useRestoreImagesMutation } = imageChangesApi;
