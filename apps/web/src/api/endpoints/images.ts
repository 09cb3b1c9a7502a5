import {
  GALLERY_PAGE_SIZE,
  routes,
  type Answer,
  type GalleryItem,
  type GenerationSort,
  type Lineage,
  type SortOrder,
  type Style,
  type StyleGroup,
} from '@app/contracts';
import type { ApiDispatch } from '../client/api-state';
import { baseApi } from '../client/base-api';
import { peekEarlyAnswer } from '../client/early-answers';
import { addressOf } from '../client/transport';

export type ImagePage = Answer<'images.list'>;

export interface PageQuery {
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

export const imageTag = (id: string) => ({ type: 'Image', id }) as const;
export const IMAGE_LIST = imageTag('LIST');
export const favoriteTag = (id: string) => ({ type: 'Favorite', id }) as const;
export const FAVORITE_LIST = favoriteTag('LIST');

const imageTags = (list: ImagePage | undefined) => list?.data.map(({ id }) => imageTag(id)) ?? [];

export const imagesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    gallery: build.query<ImagePage, GalleryQuery>({
      query: (query) => ({ route: routes.images.list, query: { ...query } }),
      providesTags: (list, _, { favorite }) => [IMAGE_LIST, ...(favorite ? [FAVORITE_LIST] : []), ...imageTags(list)],
    }),
    favorites: build.query<ImagePage, PageQuery>({
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

export const { useGalleryQuery, useFavoritesQuery, useImageQuery, useLineageQuery } = imagesApi;

/** Takes over the first page of a list that was asked for early, so that the page comes with its images. */
export async function adoptEarlyList(list: 'gallery' | 'favorites', dispatch: ApiDispatch): Promise<void> {
  if ((await peekEarlyAnswer(addressOf(firstPageOf(list)))) === null) return;
  await dispatch(imagesApi.endpoints[list].initiate(FIRST_PAGE, { subscribe: false }));
}
