import { routes, type GenerationImage } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { KeyObject } from 'node:crypto';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { derivedKey } from '../../../platform/config/keys.js';
import { STORAGE, type Storage } from '../../../platform/storage/storage.port.js';
import { linkQuery, linkTerms, verifyLink, type FileLink, type SentLink } from './file-link.js';
import { thumbnailHeight, thumbnailKey } from './object-keys.js';

export interface LinkedImage {
  object_key: string | null;
  thumb_widths: number[];
  width: number;
  height: number;
}

const address = (key: string): string => `/api${routes.service.file.path.replace('*', key)}`;

/** For pages, which send no token. Addresses stay the same for hours, of the storage or of the API. */
@Injectable()
export class FileLinks {
  private readonly secret: KeyObject;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    this.secret = derivedKey(config, 'file-link');
  }

  /** None before the image is delivered. `now`: the database's Unix seconds. */
  of(image: LinkedImage, now: number): { url: string | null; thumbnails: GenerationImage['thumbnails'] } {
    const key = image.object_key;
    if (key === null) return { url: null, thumbnails: [] };
    const query = linkQuery(this.secret, key, now, null);
    const terms = linkTerms(now);
    return this.addresses(image, key, (file) => this.storage.directAddress(file, terms) ?? `${address(file)}?${query}`);
  }

  /** Always of the API: an address of the storage would outlive the share. */
  ofShare(
    image: LinkedImage & { object_key: string },
    now: number,
    shareId: string,
  ): { url: string; thumbnails: GenerationImage['thumbnails'] } {
    const query = linkQuery(this.secret, image.object_key, now, shareId);
    return this.addresses(image, image.object_key, (file) => `${address(file)}?${query}`);
  }

  verify(sent: SentLink): FileLink | null {
    return verifyLink(this.secret, sent);
  }

  private addresses(
    image: LinkedImage,
    key: string,
    addressOf: (file: string) => string,
  ): { url: string; thumbnails: GenerationImage['thumbnails'] } {
    const thumbnails = image.thumb_widths.map((width) => ({
      width,
      height: thumbnailHeight(image, width),
      url: addressOf(thumbnailKey(key, width)),
    }));
    return { url: addressOf(key), thumbnails };
  }
}
