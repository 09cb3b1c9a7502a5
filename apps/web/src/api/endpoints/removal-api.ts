import { routes, type Answer } from '@app/contracts';
import { imagesApi, patchCachedImages, removeFromList } from './images';

const removalApi = imagesApi.injectEndpoints({
  endpoints: (build) => ({
    /** By ids; they leave every list at once, and come back when the server refuses. */
    removePictures: build.mutation<Answer<'images.batchDelete'>, readonly string[]>({
      query: (ids) => {
        const [id, ...others] = ids;
        return id !== undefined && others.length === 0
          ? { route: routes.images.delete, params: { id } }
          : { route: routes.images.batchDelete, body: { image_ids: ids } };
      },
      async onQueryStarted(ids, api) {
        const gone = new Set(ids);
        const undo = patchCachedImages(api.dispatch, api.getState(), {
          list: (list) => removeFromList(list, ({ id }) => gone.has(id)),
          generation: (generation) => {
            generation.generated_images = generation.generated_images.filter(({ id }) => !gone.has(id));
          },
        });
        await api.queryFulfilled.catch(undo);
      },
      // Also after a refusal: it may come of an outdated list. A generation that has lost its last picture is not there.
      invalidatesTags: (_, error) => (error ? ['Image', 'Favorite', 'Generation'] : ['Image', 'Favorite']),
      extraOptions: { report: 'inline' },
    }),
    restorePictures: build.mutation<Answer<'images.restore'>, readonly string[]>({
      query: (ids) => ({ route: routes.images.restore, body: { image_ids: ids } }),
      invalidatesTags: ['Image', 'Favorite', 'Generation'],
      extraOptions: { report: 'inline' },
    }),
  }),
});

export const { useRemovePicturesMutation, useRestorePicturesMutation } = removalApi;
