import type { Answer } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../../platform/errors/app-error.js';
import { addFavorites, lockForFavorites, removeFavorites, type MarkableImage } from './favorite-rows.js';

const isUnready = ({ status }: MarkableImage): boolean => status !== 'completed';

@Injectable()
export class MarkFavorite {
  constructor(private readonly dataSource: DataSource) {}

  add(userId: string, imageId: string): Promise<boolean> {
    return this.change(userId, imageId, () => true);
  }

  remove(userId: string, imageId: string): Promise<boolean> {
    return this.change(userId, imageId, () => false);
  }

  toggle(userId: string, imageId: string): Promise<boolean> {
    return this.change(userId, imageId, (isFavorite) => !isFavorite);
  }

  /** All or nothing. Throws `NOT_FOUND` for anything unknown or of another user; deleted images are no error. */
  set(userId: string, imageIds: readonly string[], wanted: boolean): Promise<Answer<'images.setFavorites'>> {
    return inTransaction(this.dataSource, async (tx) => {
      const images = await lockForFavorites(tx, userId, imageIds);
      if (images.length < imageIds.length) throw notFound();
      const shown = images.filter(({ isDeleted }) => !isDeleted);
      if (wanted && shown.some(isUnready)) throw new AppError('IMAGE_NOT_READY');
      const before = new Map(shown.map(({ id, isFavorite }) => [id, isFavorite]));
      const changed = imageIds.filter((id) => before.get(id) === !wanted);
      if (changed.length > 0) await (wanted ? addFavorites : removeFavorites)(tx, userId, changed);
      return { changed, missing: imageIds.filter((id) => !before.has(id)) };
    });
  }

  private change(userId: string, imageId: string, wish: (isFavorite: boolean) => boolean): Promise<boolean> {
    return inTransaction(this.dataSource, async (tx) => {
      const [image] = await lockForFavorites(tx, userId, [imageId]);
      if (!image || image.isDeleted) throw notFound();
      const wanted = wish(image.isFavorite);
      if (wanted && isUnready(image)) throw new AppError('IMAGE_NOT_READY');
      if (wanted && !image.isFavorite) await addFavorites(tx, userId, [imageId]);
      if (!wanted && image.isFavorite) await removeFavorites(tx, userId, [imageId]);
      return wanted;
    });
  }
}
