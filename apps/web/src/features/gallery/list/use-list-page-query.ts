import { GALLERY_PAGE_SIZE } from '@app/contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useFavoritesQuery, useGalleryQuery, type GalleryFilter } from '../../../api/endpoints/images';
import type { PageRange } from './list-memory';

/** Where a list of images comes from. */
export type ImageSource = { kind: 'gallery'; filter: GalleryFilter } | { kind: 'favorites' };

/** A page of a list; nothing is asked for while it is not `wanted`. */
export function useListPageQuery(source: ImageSource, page: number, wanted = true) {
  const place = { page, limit: GALLERY_PAGE_SIZE };
  const ofGallery = source.kind === 'gallery' && wanted;
  const gallery = useGalleryQuery(ofGallery ? { ...place, ...source.filter } : skipToken);
  const favorites = useFavoritesQuery(source.kind === 'favorites' && wanted ? place : skipToken);
  return source.kind === 'gallery' ? gallery : favorites;
}

/** How many images are on these pages of a list. */
export const countOn = ({ from, to }: PageRange, total: number): number =>
  Math.min(to * GALLERY_PAGE_SIZE, total) - (from - 1) * GALLERY_PAGE_SIZE;

export const pagesOf = (total: number): number => Math.max(Math.ceil(total / GALLERY_PAGE_SIZE), 1);
