import type { FavoriteSort, GenerationSort, Locale } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../../../../platform/errors/app-error.js';
import { RawJson } from '../../../../platform/http/raw-json.js';
import type { GalleryPage } from './gallery-items.js';
import type { ListPage, ListQuery } from './list-filter.js';
import { listFavorites } from './list-favorites.js';
import { listImages } from './list-images.js';
import { readImage } from './read-image.js';
import { GallerySerializer } from './gallery-serializer.js';

type PageReader<S extends string> = (dataSource: DataSource, userId: string, page: ListPage<S>) => Promise<GalleryPage>;

/** A person's pictures as the contract shows them, as JSON. */
@Injectable()
export class ReadGallery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly serializer: GallerySerializer,
  ) {}

  /** A `GalleryItem`. Throws `NOT_FOUND` alike for one that is unknown, removed or somebody else's. */
  async show(userId: string, id: string, locale: Locale): Promise<RawJson> {
    const found = await readImage(this.dataSource, userId, id);
    if (!found) throw notFound();
    return new RawJson(this.serializer.item(found, { locale, now: found.now }));
  }

  /** `Paged<GalleryItem>`. */
  gallery(userId: string, query: ListQuery<GenerationSort>, locale: Locale): Promise<RawJson> {
    return this.page(listImages, userId, query, locale);
  }

  /** `Paged<GalleryItem>`. */
  favorites(userId: string, query: ListQuery<FavoriteSort>, locale: Locale): Promise<RawJson> {
    return this.page(listFavorites, userId, query, locale);
  }

  private async page<S extends string>(
    read: PageReader<S>,
    userId: string,
    query: ListQuery<S>,
    locale: Locale,
  ): Promise<RawJson> {
    const { page, limit } = query;
    const { items, now, total } = await read(this.dataSource, userId, { ...query, skip: (page - 1) * limit });
    const data = items.map((one) => this.serializer.item(one, { locale, now })).join(',');
    return new RawJson(`{"data":[${data}],"page":${page},"limit":${limit},"total":${total}}`);
  }
}
