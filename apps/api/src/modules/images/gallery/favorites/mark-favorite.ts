import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../../platform/errors/app-error.js';
import { addFavorite, lockForFavorite, removeFavorite } from './favorite-rows.js';

/** Marks pictures as favourites. Each call answers whether the picture is one now. */
@Injectable()
export class MarkFavorite {
  constructor(private readonly dataSource: DataSource) {}

  /** Marking twice is marking once. Throws `NOT_FOUND`, or `IMAGE_NOT_READY` for a picture that is not delivered. */
  add(userId: string, imageId: string): Promise<boolean> {
    return this.change(userId, imageId, () => true);
  }

  /** Removing what is no favourite is no error. Throws `NOT_FOUND`. */
  remove(userId: string, imageId: string): Promise<boolean> {
    return this.change(userId, imageId, () => false);
  }

  /** Throws as `add` does. */
  toggle(userId: string, imageId: string): Promise<boolean> {
    return this.change(userId, imageId, (isFavorite) => !isFavorite);
  }

  private change(userId: string, imageId: string, wish: (isFavorite: boolean) => boolean): Promise<boolean> {
    return inTransaction(this.dataSource, async (tx) => {
      const picture = await lockForFavorite(tx, userId, imageId);
      if (!picture) throw notFound();
      const wanted = wish(picture.isFavorite);
      if (wanted && picture.status !== 'completed') throw new AppError('IMAGE_NOT_READY');
      if (wanted && !picture.isFavorite) await addFavorite(tx, userId, imageId);
      if (!wanted && picture.isFavorite) await removeFavorite(tx, userId, imageId);
      return wanted;
    });
  }
}
