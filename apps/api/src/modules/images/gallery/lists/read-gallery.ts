import type { FavoriteSort, GenerationSort, Locale } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../../../../platform/errors/app-error.js';
import { SerializedAnswer } from '../../../../platform/http/serialized-answer.js';
import { findLineage } from './find-lineage.js';
import { findFavorites, findImages, type FoundPage } from './find-filtered.js';
import { readGalleryItems, readNumberedPage, type GalleryPage } from './gallery-items.js';
import { GalleryItemEndings } from './gallery-item-endings.js';
import { isFiltered, type ListPage, type ListQuery } from './list-query.js';

const pageOf = <S extends string>(query: ListQuery<S>): ListPage<S> => ({
  ...query,
  skip: (query.page - 1) * query.limit,
});

@Injectable()
export class ReadGallery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly endings: GalleryItemEndings,
  ) {}

  async show(userId: string, id: string, locale: Locale): Promise<SerializedAnswer> {
    const { items, now } = await readGalleryItems(this.dataSource, userId, [id]);
    const [item] = items;
    if (!item) throw notFound();
    return new SerializedAnswer(this.endings.append(item, { locale, now }));
  }

  async lineage(userId: string, id: string, locale: Locale): Promise<SerializedAnswer> {
    const found = await findLineage(this.dataSource, userId, id);
    if (!found) throw notFound();
    const [ancestors, remixes] = await Promise.all([
      readGalleryItems(this.dataSource, userId, found.ancestors),
      readGalleryItems(this.dataSource, userId, found.remixes),
    ]);
    return new SerializedAnswer(
      `{"ancestors":[${this.items(ancestors, locale)}],"remixes":[${this.items(remixes, locale)}]}`,
    );
  }

  async gallery(userId: string, query: ListQuery<GenerationSort>, locale: Locale): Promise<SerializedAnswer> {
    const page = pageOf(query);
    const isNumbered = query.sort === 'created_at' && !isFiltered(query);
    const found = isNumbered
      ? await readNumberedPage(this.dataSource, 'images', userId, page)
      : await this.readFound(userId, await findImages(this.dataSource, userId, page));
    return this.json(found, query, locale);
  }

  async favorites(userId: string, query: ListQuery<FavoriteSort>, locale: Locale): Promise<SerializedAnswer> {
    const page = pageOf(query);
    const isNumbered = query.sort === 'favorited_at' && !isFiltered(query);
    const found = isNumbered
      ? await readNumberedPage(this.dataSource, 'favorites', userId, page)
      : await this.readFound(userId, await findFavorites(this.dataSource, userId, page));
    return this.json(found, query, locale);
  }

  private async readFound(userId: string, { total, ids }: FoundPage): Promise<GalleryPage> {
    return { total, ...(await readGalleryItems(this.dataSource, userId, ids)) };
  }

  private json(found: GalleryPage, query: { page: number; limit: number }, locale: Locale): SerializedAnswer {
    const { page, limit } = query;
    return new SerializedAnswer(
      `{"data":[${this.items(found, locale)}],"page":${page},"limit":${limit},"total":${found.total}}`,
    );
  }

  private items({ items, now }: Pick<GalleryPage, 'items' | 'now'>, locale: Locale): string {
    return items.map((one) => this.endings.append(one, { locale, now })).join(',');
  }
}
