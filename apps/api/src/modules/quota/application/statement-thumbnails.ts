import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';

export interface ThumbnailFinder {
  /** Signed addresses by image; an image that is not delivered, deleted or lost has none. */
  findThumbnails(userId: string, imageIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** The images module registers here, because this one does not know it. */
@Injectable()
export class StatementThumbnails implements OnApplicationBootstrap {
  private finder: ThumbnailFinder | null = null;

  register(finder: ThumbnailFinder): void {
    if (this.finder) throw new Error('Two finders of thumbnails');
    this.finder = finder;
  }

  /** A process that would answer without thumbnails must not start. */
  onApplicationBootstrap(): void {
    this.registered();
  }

  find(userId: string, imageIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.registered().findThumbnails(userId, imageIds);
  }

  private registered(): ThumbnailFinder {
    if (!this.finder) throw new Error('Nobody finds the thumbnails of statements');
    return this.finder;
  }
}
