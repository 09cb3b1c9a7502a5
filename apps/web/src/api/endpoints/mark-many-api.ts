import { routes } from '@app/contracts';
import type { ApiError } from '../client/api-error';
import { imagesApi, patchCachedImages, removeFromList } from './images';

/** Calls that are out at the same time. */
const AT_ONCE = 4;

interface Marking {
  ids: readonly string[];
  favorite: boolean;
}

interface Marked {
  /** In the order of the question. */
  done: string[];
  /** Why the others were not marked: the first refusal ends it. */
  error: ApiError | null;
}

const markManyApi = imagesApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Marks many pictures, or takes their marks away, by one call each: there is none for several. They change everywhere at
     * once; what the server has refused changes back. Favorites are ordered by when they were marked, so marks are set one
     * after the other, the last of `ids` first: the list then has their order.
     */
    markMany: build.mutation<Marked, Marking>({
      queryFn: async ({ ids, favorite }, _api, _options, ask) => {
        const route = favorite ? routes.images.favorite : routes.images.unfavorite;
        const waiting = favorite ? ids.toReversed() : [...ids];
        const done = new Set<string>();
        let refused: ApiError | null = null;
        const work = async () => {
          for (let id = waiting.shift(); id !== undefined && refused === null; id = waiting.shift()) {
            const { error } = await ask({ route, params: { id } });
            if (error) refused ??= error;
            else done.add(id);
          }
        };
        await Promise.all(Array.from({ length: favorite ? 1 : AT_ONCE }, work));
        return { data: { done: ids.filter((id) => done.has(id)), error: refused } };
      },
      async onQueryStarted({ ids, favorite }, api) {
        const wanted = new Set(ids);
        const undo = patchCachedImages(api.dispatch, api.getState(), {
          picture: (picture) => {
            if (wanted.has(picture.id)) picture.is_favorited = favorite;
          },
          list: (list, ofFavorites) => {
            if (ofFavorites && !favorite) removeFromList(list, ({ id }) => wanted.has(id));
            else for (const item of list.data) if (wanted.has(item.id)) item.is_favorited = favorite;
          },
        });
        const { data } = await api.queryFulfilled;
        if (data.error) undo();
      },
      // When some were refused, only the server knows what stands where.
      invalidatesTags: (marked) => (marked?.error ? ['Image', 'Favorite', 'Generation'] : ['Favorite']),
    }),
  }),
});

export const { useMarkManyMutation } = markManyApi;
