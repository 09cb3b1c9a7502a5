import type { FavoriteSort, GalleryItem, GenerationSort, Locale, Paged } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../../../platform/errors/app-error.js';
import type { ListPage, ListQuery } from '../persistence/list-filter.js';
import { listFavorites } from '../persistence/list-favorites.js';
import { listPictures } from '../persistence/list-pictures.js';
import { readPicture } from '../persistence/read-picture.js';
import type { GalleryRow, PageRow } from '../persistence/row-shapes.js';
import { WireShapes } from './wire-shapes.js';

type PageReader<S extends string> = (
  dataSource: DataSource,
  userId: string,
  page: ListPage<S>,
) => Promise<PageRow<GalleryRow>>;

/** A person's pictures as the contract shows them. */
@Injectable()
export class ReadPictures {
  constructor(
    private readonly dataSource: DataSource,
    private readonly shapes: WireShapes,
  ) {}

  /** Throws `NOT_FOUND` alike for one that is unknown, removed or somebody else's. */
  async show(userId: string, id: string, locale: Locale): Promise<GalleryItem> {
    const found = await readPicture(this.dataSource, userId, id);
    if (!found) throw notFound();
    return this.shapes.galleryItem(found.picture, { locale, now: found.now });
  }

  gallery(userId: string, query: ListQuery<GenerationSort>, locale: Locale): Promise<Paged<GalleryItem>> {
    return this.page(listPictures, userId, query, locale);
  }

  favorites(userId: string, query: ListQuery<FavoriteSort>, locale: Locale): Promise<Paged<GalleryItem>> {
    return this.page(listFavorites, userId, query, locale);
  }

  private async page<S extends string>(
    read: PageReader<S>,
    userId: string,
    query: ListQuery<S>,
    locale: Locale,
  ): Promise<Paged<GalleryItem>> {
    const { page, limit } = query;
    const found = await read(this.dataSource, userId, { ...query, skip: (page - 1) * limit });
    const reader = { locale, now: found.now };
    return { data: found.items.map((row) => this.shapes.galleryItem(row, reader)), page, limit, total: found.total };
  }
}
