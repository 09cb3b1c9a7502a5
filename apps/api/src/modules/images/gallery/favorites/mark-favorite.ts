import type { Answer } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../../platform/errors/app-error.js';
import {
  addFavorites,
  lockForFavorites,
  removeFavorites,
  restoreFavorites,
  type MarkableImage,
} from './favorite-rows.js';

const isUnready = ({ status }: MarkableImage): boolean => status !== 'completed';

@Injectable()
export class MarkFavorite {
  constructor(private readonly dataSource: DataSource) {}

  async add(userId: string, imageId: string): Promise<boolean> {
    return (await this.change(userId, imageId, () => true)).is_favorited;
  }

  remove(userId: string, imageId: string): Promise<Answer<'images.unfavorite'>> {
    return this.change(userId, imageId, () => false);
  }

  async toggle(userId: string, imageId: string): Promise<boolean> {
    return (await this.change(userId, imageId, (isFavorite) => !isFavorite)).is_favorited;
  }

  /**
   * All or nothing. Throws `NOT_FOUND` for anything unknown or of another user; deleted images are no error. `former`: places
   * that images are to have again.
   */
  set(
    userId: string,
    imageIds: readonly string[],
    wanted: boolean,
    former: ReadonlyMap<string, number> = new Map(),
  ): Promise<Answer<'images.setFavorites'>> {
    return inTransaction(this.dataSource, async (tx) => {
      const images = await lockForFavorites(tx, userId, imageIds);
      if (images.length < imageIds.length) throw notFound();
      const shown = images.filter(({ isDeleted }) => !isDeleted);
      if (wanted && shown.some(isUnready)) throw new AppError('IMAGE_NOT_READY');
      const before = new Map(shown.map(({ id, isFavorite }) => [id, isFavorite]));
      const changed = imageIds.filter((id) => before.get(id) === !wanted);
      const missing = imageIds.filter((id) => !before.has(id));
      if (changed.length === 0) return { changed, missing, places: [] };
      if (!wanted) return { changed, missing, places: await removeFavorites(tx, userId, changed) };
      const isBack = await restoreFavorites(tx, userId, new Map([...former].filter(([id]) => changed.includes(id))));
      const added = changed.filter((id) => !isBack.has(id));
      if (added.length > 0) await addFavorites(tx, userId, added);
      return { changed, missing, places: [] };
    });
  }

  private change(
    userId: string,
    imageId: string,
    wish: (isFavorite: boolean) => boolean,
  ): Promise<Answer<'images.unfavorite'>> {
    return inTransaction(this.dataSource, async (tx) => {
      const [image] = await lockForFavorites(tx, userId, [imageId]);
      if (!image || image.isDeleted) throw notFound();
      const wanted = wish(image.isFavorite);
      if (wanted && isUnready(image)) throw new AppError('IMAGE_NOT_READY');
      if (wanted && !image.isFavorite) await addFavorites(tx, userId, [imageId]);
      const [place = null] = !wanted && image.isFavorite ? await removeFavorites(tx, userId, [imageId]) : [];
      return { is_favorited: wanted, place };
    });
  }
}
