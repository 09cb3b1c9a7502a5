import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../../platform/errors/app-error.js';
import { addFavorite, lockForFavorite, removeFavorite } from './favorite-rows.js';

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

  private change(userId: string, imageId: string, wish: (isFavorite: boolean) => boolean): Promise<boolean> {
    return inTransaction(this.dataSource, async (tx) => {
      const image = await lockForFavorite(tx, userId, imageId);
      if (!image) throw notFound();
      const wanted = wish(image.isFavorite);
      if (wanted && image.status !== 'completed') throw new AppError('IMAGE_NOT_READY');
      if (wanted && !image.isFavorite) await addFavorite(tx, userId, imageId);
      if (!wanted && image.isFavorite) await removeFavorite(tx, userId, imageId);
      return wanted;
    });
  }
}
