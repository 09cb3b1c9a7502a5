import { FAVORITES_AT_ONCE, routes, type Answer } from '@app/contracts';
import { QueryStatus } from '@reduxjs/toolkit/query';
import type { ApiError } from '../client/api-error';
import type { ApiDispatch, ApiState } from '../client/api-state';
import type { CallArgs } from '../client/base-api';
import { patchCachedImages, removeFromList, type PatchImage } from './image-cache';
import { FAVORITE_LIST, favoriteTag, imageTag, imagesApi } from './images';

interface FavoriteChange {
  ids: readonly string[];
  favorite: boolean;
  /** Where images stood that are to have their places back. */
  places?: FavoriteOutcome['places'];
}

export interface FavoriteOutcome {
  /** In the order of `ids`. */
  done: string[];
  /** Deleted elsewhere meanwhile; in the order of `ids`. */
  missing: string[];
  /** By image, where those stood that were removed. */
  places: Readonly<Record<string, number>>;
  /** The refusal that ended the work; of one image alone also that it is missing. */
  error: ApiError | null;
}

interface Answered {
  data?: unknown;
  error?: ApiError | undefined;
}
type Call = (args: CallArgs) => PromiseLike<Answered> | Answered;

/** One image has a call of its own, which says why it was refused. */
async function sendFavorite(id: string, favorite: boolean, call: Call): Promise<FavoriteOutcome> {
  const route = favorite ? routes.images.favorite : routes.images.unfavorite;
  const { data, error = null } = await call({ route, params: { id } });
  const { place = null } = (data ?? {}) as Partial<Answer<'images.unfavorite'>>;
  return {
    done: error ? [] : [id],
    missing: error?.code === 'NOT_FOUND' ? [id] : [],
    places: place === null ? {} : { [id]: place },
    error,
  };
}

/** The last ones first: what is added later comes before them in the list. */
async function sendFavorites({ ids, favorite, places: wanted }: FavoriteChange, call: Call): Promise<FavoriteOutcome> {
  const [only, ...others] = ids;
  const isAlone = only !== undefined && others.length === 0;
  if (isAlone && wanted?.[only] === undefined) return sendFavorite(only, favorite, call);
  const places: Record<string, number> = {};
  const outcome: FavoriteOutcome = { done: [], missing: [], places, error: null };
  for (let end = ids.length; end > 0; end -= FAVORITES_AT_ONCE) {
    const part = ids.slice(Math.max(end - FAVORITES_AT_ONCE, 0), end);
    const former = wanted && { places: part.map((id) => wanted[id] ?? null) };
    const body = { image_ids: part, is_favorited: favorite, ...former };
    const { data, error = null } = await call({ route: routes.images.setFavorites, body });
    outcome.error = error;
    if (error) break;
    const answer = data as Answer<'images.setFavorites'>;
    const missing = new Set(answer.missing);
    outcome.missing.unshift(...missing);
    outcome.done.unshift(...part.filter((id) => !missing.has(id)));
    answer.changed.forEach((id, index) => {
      const place = answer.places[index];
      if (place !== undefined) places[id] = place;
    });
  }
  // Of one image, a call of its own says why.
  return isAlone && outcome.missing.length > 0 ? sendFavorite(only, favorite, call) : outcome;
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

/** A gallery that was asked for before the change, and answered after, does not know of it. */
const isGalleryAnsweredSince = (time: number, state: ApiState): boolean =>
  Object.values(state.api.queries).some(
    (query) =>
      query?.endpointName === 'gallery' &&
      (query.status === QueryStatus.pending || (query.fulfilledTimeStamp ?? 0) > time),
  );

export const favoritesApi = imagesApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Adds images to the favorites or removes them. Added ones come first in the list of favorites, in the order of `ids`.
     */
    setFavorites: build.mutation<FavoriteOutcome, FavoriteChange>({
      queryFn: async (change, _api, _options, call) => ({
        data: await inTurn(change.ids, () => sendFavorites(change, call)),
      }),
      async onQueryStarted(change, api) {
        const startedAt = Date.now();
        const undo = patchFavorites(change, api.dispatch, api.getState());
        const { data } = await api.queryFulfilled;
        if (!data.error && data.missing.length === 0) {
          if (isGalleryAnsweredSince(startedAt, api.getState() as ApiState))
            api.dispatch(imagesApi.util.invalidateTags(change.ids.map(imageTag)));
          return;
        }
        // Until the server has answered: what was shown before may have changed meanwhile, or was refused too.
        undo();
      },
      invalidatesTags: (outcome, _, { ids }) => {
        // An image that left the list is fetched by itself, perhaps while the change is still under way.
        const { missing = [], error = null } = outcome ?? {};
        if (!error && missing.length === 0) return [FAVORITE_LIST, 'Stats', ...ids.map(favoriteTag)];
        // Only the server knows the result.
        return ['Image', 'Favorite', 'Generation', 'Stats'];
      },
    }),
  }),
});

export const { useSetFavoritesMutation } = favoritesApi;
