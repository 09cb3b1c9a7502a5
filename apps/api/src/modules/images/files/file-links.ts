import { routes, type Picture } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { KeyObject } from 'node:crypto';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { derivedKey } from '../../../platform/config/keys.js';
import { STORAGE, type Storage } from '../../../platform/storage/storage.port.js';
import { linkQuery, linkTerms, verifyLink, type FileLink, type SentLink } from './file-link.js';
import { thumbnailHeight, thumbnailKey } from './object-keys.js';

/** What of a picture's row its addresses are made from. */
export interface LinkedImage {
  object_key: string | null;
  thumb_widths: number[];
  width: number;
  height: number;
}

const address = (key: string): string => `/api${routes.service.file.path.replace('*', key)}`;

/**
 * Signed addresses of files, for pictures in pages that cannot send a token: the storage's own where it has such, else
 * ours. Both are the same for hours and end at the same time.
 */
@Injectable()
export class FileLinks {
  private readonly secret: KeyObject;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    this.secret = derivedKey(config, 'file-link');
  }

  /** Addresses of a picture and its thumbnails; none before it is delivered. `now`: Unix seconds of the database. */
  of(picture: LinkedImage, now: number): { url: string | null; thumbnails: Picture['thumbnails'] } {
    const key = picture.object_key;
    if (key === null) return { url: null, thumbnails: [] };
    const query = linkQuery(this.secret, key, now, null);
    const terms = linkTerms(now);
    return this.addresses(
      picture,
      key,
      (file) => this.storage.directAddress(file, terms) ?? `${address(file)}?${query}`,
    );
  }

  /** The same for visitors of a share: always ours, since an address of the storage would outlive the share. */
  ofShare(
    picture: LinkedImage & { object_key: string },
    now: number,
    shareId: string,
  ): { url: string; thumbnails: Picture['thumbnails'] } {
    const query = linkQuery(this.secret, picture.object_key, now, shareId);
    return this.addresses(picture, picture.object_key, (file) => `${address(file)}?${query}`);
  }

  /** The link that an address carries, or null when it is not one that we signed. */
  verify(sent: SentLink): FileLink | null {
    return verifyLink(this.secret, sent);
  }

  private addresses(
    picture: LinkedImage,
    key: string,
    addressOf: (file: string) => string,
  ): { url: string; thumbnails: Picture['thumbnails'] } {
    const thumbnails = picture.thumb_widths.map((width) => ({
      width,
      height: thumbnailHeight(picture, width),
      url: addressOf(thumbnailKey(key, width)),
    }));
    return { url: addressOf(key), thumbnails };
  }
}
