import { GALLERY_PAGE_SIZE } from '@app/contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useFavoritesQuery, useGalleryQuery, type GalleryFilter } from '../../../api/endpoints/images';

/** Where a list of images comes from. */
export type ImageSource = { kind: 'gallery'; filter: GalleryFilter } | { kind: 'favorites' };

/** A page of a list; nothing is asked for while it is not `wanted`. */
export function useImagePage(source: ImageSource, page: number, wanted = true) {
  const place = { page, limit: GALLERY_PAGE_SIZE };
  const ofGallery = source.kind === 'gallery' && wanted;
  const gallery = useGalleryQuery(ofGallery ? { ...place, ...source.filter } : skipToken);
  const favorites = useFavoritesQuery(source.kind === 'favorites' && wanted ? place : skipToken);
  return source.kind === 'gallery' ? gallery : favorites;
}

/** How many images are on a page of a list. */
export const countOn = (page: number, total: number): number =>
  Math.min(GALLERY_PAGE_SIZE, total - (page - 1) * GALLERY_PAGE_SIZE);

export const pagesOf = (total: number): number => Math.max(Math.ceil(total / GALLERY_PAGE_SIZE), 1);
