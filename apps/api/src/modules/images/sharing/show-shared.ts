import { fillPath, routes, type Locale, type SharedImage } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { imageFileName } from '../files/file-name.js';
import { secretHash } from '../../../platform/secret-hash.js';
import { previewTags } from './preview-tags.js';
import { readShared, type SharedRow } from './share-rows.js';
import { FileLinks } from '../files/file-links.js';
import { OpenFile, type ReadableFile } from '../files/open-file.js';

/** For everybody who has the link. */
@Injectable()
export class ShowShared {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: FileLinks,
    private readonly files: OpenFile,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** `NOT_FOUND` for an unknown or revoked link and a removed image or account; `SHARE_EXPIRED`; `FILE_LOST`. */
  async show(token: string): Promise<SharedImage> {
    const row = await this.find(token);
    const { share_id, file, now, is_lost, is_expired: _, ...shown } = row;
    if (is_lost) throw new AppError('FILE_LOST');
    const { width, height } = row;
    const { url, thumbnails } = this.links.ofShare({ ...file, width, height }, now, share_id);
    const downloadUrl = `/api${fillPath(routes.images.downloadShared.path, { token })}`;
    return { ...shown, url, thumbnails, download_url: downloadUrl };
  }

  /** What other sites show of a link. Throws as `show` does. */
  async tags(token: string, locale: Locale): Promise<string> {
    return previewTags(await this.show(token), this.config, locale);
  }

  /** The stored file, under a name that does not tell how many images its owner has. Throws as `show` does. */
  async file(token: string): Promise<{ file: ReadableFile; name: string }> {
    const { file, prompt } = await this.find(token);
    return { file: this.files.stored(file), name: imageFileName(prompt, null, file.format) };
  }

  private async find(token: string): Promise<SharedRow> {
    const found = await readShared(this.dataSource, secretHash(token));
    if (!found) throw notFound();
    if (found.is_expired) throw new AppError('SHARE_EXPIRED');
    return found;
  }
}
