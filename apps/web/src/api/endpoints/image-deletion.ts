import { routes, type Answer } from '@app/contracts';
import type { ApiDispatch } from '../client/api-state';
import { patchCachedImages, removeFromList } from './image-cache';
import { FAVORITE_LIST, IMAGE_LIST, imageTag, imagesApi } from './images';

/** A generation without images does not exist, and its prompt leaves the history with it. */
const afterDeletion = (ids: readonly string[]) =>
  [IMAGE_LIST, FAVORITE_LIST, 'Stats', 'PromptHistory', ...ids.map(imageTag)] as const;

function patchDeletion(ids: readonly string[], dispatch: ApiDispatch, state: unknown): () => void {
  const deleted = new Set(ids);
  return patchCachedImages(dispatch, state, {
    list: (list) => removeFromList(list, ({ id }) => deleted.has(id)),
    generation: (generation) => {
      generation.generated_images = generation.generated_images.filter(({ id }) => !deleted.has(id));
    },
  });
}

export const imageDeletionApi = imagesApi.injectEndpoints({
  endpoints: (build) => ({
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

export const { useDeleteImagesMutation, useRestoreImagesMutation } = imageDeletionApi;
