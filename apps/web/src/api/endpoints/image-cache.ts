import type { GalleryItem, Generation } from '@app/contracts';
import type { ApiDispatch, ApiState } from '../client/api-state';
import { generationsApi } from './generations';
import { imagesApi, type GalleryQuery, type ImagePage, type PageQuery } from './images';

export type PatchImage = (image: Pick<GalleryItem, 'id' | 'is_favorited'>) => void;

interface CachePatch {
  /** For each image that is cached by itself or with its generation. */
  image?: PatchImage;
  generation?: (generation: Generation) => void;
  /** For each page of images; `holdsFavorites`: it holds nothing else. */
  list: (list: ImagePage, holdsFavorites: boolean) => void;
}

export function removeFromList(list: ImagePage, isRemoved: (image: GalleryItem) => boolean): void {
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
export function patchCachedImages(dispatch: ApiDispatch, state: unknown, patch: CachePatch): () => void {
  const { image, list } = patch;
  const cached = imagesApi.util.selectInvalidatedBy(state as ApiState, ['Image', 'Favorite', 'Generation']);
  const patches = cached.flatMap(({ endpointName, originalArgs }) => {
    if (endpointName === 'gallery') {
      const query = originalArgs as GalleryQuery;
      const change = (page: ImagePage) => list(page, query.favorite === true);
      return [dispatch(imagesApi.util.updateQueryData('gallery', query, change))];
    }
    if (endpointName === 'favorites') {
      const change = (page: ImagePage) => list(page, true);
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
