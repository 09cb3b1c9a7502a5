import type { GalleryItem, Paged } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { ReadGallery } from '../../images/index.js';
import { ImageContents } from './image-contents.js';
import { toolResult, type Tools } from './tool.js';

@Injectable()
export class ImageTools {
  constructor(
    private readonly gallery: ReadGallery,
    private readonly images: ImageContents,
  ) {}

  readonly tools: Tools<'list_images' | 'get_image'> = {
    list_images: async ({ principal: { userId }, locale }, query) => {
      const newestFirst = { ...query, sort: 'created_at', order: 'desc' } as const;
      const page = JSON.parse((await this.gallery.gallery(userId, newestFirst, locale)).text) as Paged<GalleryItem>;
      const { data, ...rest } = page;
      const text = `Page ${page.page}: ${data.length} of ${page.total} images.`;
      return toolResult(text, { ...rest, images: data.map((image) => this.summary(image)) });
    },
    get_image: async ({ principal: { userId }, locale }, { id }) => {
      const image = JSON.parse((await this.gallery.show(userId, id, locale)).text) as GalleryItem;
      const contents = await this.images.contents(userId, image, image);
      return toolResult(`Image ${id}: ${image.status}.`, this.summary(image), contents);
    },
  };

  private summary({ understood: _understood, ...image }: GalleryItem): Record<string, unknown> {
    return this.images.summary(image);
  }
}
