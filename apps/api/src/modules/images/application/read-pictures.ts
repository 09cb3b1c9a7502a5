import type { GalleryItem, Locale, Paged } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../../../platform/errors/app-error.js';
import { listFavorites } from '../persistence/list-favorites.js';
import { listPictures } from '../persistence/list-pictures.js';
import { readPicture } from '../persistence/read-picture.js';
import type { GalleryRow, PageRow } from '../persistence/row-shapes.js';
import { WireShapes } from './wire-shapes.js';

export interface PageQuery {
  /** From 1. */
  page: number;
  limit: number;
}

type PageReader = (
  dataSource: DataSource,
  userId: string,
  page: { limit: number; skip: number },
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

  /** Newest first. */
  gallery(userId: string, query: PageQuery, locale: Locale): Promise<Paged<GalleryItem>> {
    return this.page(listPictures, userId, query, locale);
  }

  /** Last marked first. */
  favorites(userId: string, query: PageQuery, locale: Locale): Promise<Paged<GalleryItem>> {
    return this.page(listFavorites, userId, query, locale);
  }

  private async page(
    read: PageReader,
    userId: string,
    { page, limit }: PageQuery,
    locale: Locale,
  ): Promise<Paged<GalleryItem>> {
    const found = await read(this.dataSource, userId, { limit, skip: (page - 1) * limit });
    const reader = { locale, now: found.now };
    return { data: found.items.map((row) => this.shapes.galleryItem(row, reader)), page, limit, total: found.total };
  }
}
