import { fillPath, MCP_IMAGE_PIXELS, routes, type GalleryItem, type GenerationImage } from '@app/contracts';
import type { ContentBlock } from '@modelcontextprotocol/server';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { toAppError } from '../../../platform/errors/to-app-error.js';
import { FORMAT_CONTENT_TYPE, OpenFile } from '../../images/index.js';

/** An image as tools hand it out. */
@Injectable()
export class ImageContents {
  constructor(
    private readonly files: OpenFile,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Loaded with the same key; null while there is no file. */
  downloadUrl({ id, status }: Pick<GenerationImage, 'id' | 'status'>): string | null {
    if (status !== 'completed') return null;
    return `${this.config.publicOrigin}/api${fillPath(routes.v1.downloadImage.path, { id })}`;
  }

  /** The fields that mean something outside of the web app. */
  summary(image: Omit<GalleryItem, 'understood'> | GenerationImage): Record<string, unknown> {
    const { url: _url, thumbnails: _thumbnails, thumbhash: _hash, shared_until: _until, ...kept } = image;
    return { ...kept, download_url: this.downloadUrl(image) };
  }

  /** A small copy, and a link to the full image. Nothing while there is no file. */
  async contents(
    userId: string,
    image: Pick<GenerationImage, 'id' | 'status'>,
    { output_format: format, prompt }: Pick<GalleryItem, 'output_format' | 'prompt'>,
  ): Promise<ContentBlock[]> {
    const uri = this.downloadUrl(image);
    if (uri === null) return [];
    const mimeType = FORMAT_CONTENT_TYPE[format];
    const link: ContentBlock = { type: 'resource_link', uri, name: `${image.id}.${format}`, title: prompt, mimeType };
    const data = await this.preview(userId, image.id);
    return data ? [{ type: 'image', data, mimeType: FORMAT_CONTENT_TYPE.webp }, link] : [link];
  }

  /** Null where it cannot be read now: the link says why when it is followed. */
  private async preview(userId: string, id: string): Promise<string | null> {
    try {
      return (await this.files.preview(userId, id, MCP_IMAGE_PIXELS)).toString('base64');
    } catch (error) {
      if (toAppError(error).code === 'INTERNAL_ERROR') throw error;
      return null;
    }
  }
}
