import type { OutputFormat } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { STORAGE, StorageError, type OpenedObject, type Storage } from '../../../platform/storage/storage.port.js';
import type { ByteRange } from './byte-range.js';
import { imageFileName } from './file-name.js';
import { parseObjectKey, THUMBNAIL_FORMAT, thumbnailHeight, thumbnailKey } from './object-keys.js';
import { findDeliveredFiles, findOwnFile, findSharedFile, type FoundFile, type StoredFile } from './find-file.js';
import { isMarkedLost } from './lost-files.js';
import { ConvertImage } from './convert-image.js';
import type { SentLink } from './file-link.js';
import { FileLinks } from './file-links.js';
import { ReportLostFile } from './report-lost-file.js';

const SECOND_LOOK_MS = 500;

export interface ReadableFile {
  format: OutputFormat;
  /** Strong: equal tags are equal bytes. */
  etag: string;
  bytes: number | null;
  /** Throws `FILE_LOST` for missing or damaged bytes, `StorageError` when the storage fails or has something else. */
  read(): Promise<Buffer>;
  stream(range?: ByteRange): Promise<OpenedObject>;
  /** The path by which a web server in front finds it; null where only the API can send it. Throws as `read`. */
  locate(): Promise<string | null>;
}

@Injectable()
export class OpenFile {
  private readonly delivered: DataLoader<string, FoundFile | null>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly links: FileLinks,
    private readonly converter: ConvertImage,
    private readonly lost: ReportLostFile,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    // Batches the thumbnails of a page. Nothing is cached, so that a deleted image is gone at once.
    this.delivered = new DataLoader((imageIds) => findDeliveredFiles(dataSource, imageIds), {
      cache: false,
      batchScheduleFn: setImmediate,
    });
  }

  /**
   * `NOT_FOUND` for every fault of an address; one of a share lives as long as the share. `secondsToKeep`: null for a share,
   * of which caches must ask each time.
   */
  async byLink(sent: SentLink): Promise<{ file: ReadableFile; secondsToKeep: number | null; isSmall: boolean }> {
    const link = this.links.verify(sent);
    const parsed = link && parseObjectKey(link.key);
    const found = parsed && (await this.find(parsed.imageId, link.shareId));
    if (!found || (link.shareId === null && link.expires <= found.now)) throw notFound();
    const secondsToKeep = link.shareId === null ? link.expires - found.now : null;
    const width = parsed.thumbnailWidth;
    if (width === null) {
      if (found.object_key !== link.key) throw notFound();
      return { file: this.stored(found), secondsToKeep, isSmall: false };
    }
    if (!found.thumb_widths.includes(width) || thumbnailKey(found.object_key, width) !== link.key) throw notFound();
    const etag = `"${found.sha256}-w${width}"`;
    const file = this.readable(link.key, { format: THUMBNAIL_FORMAT, etag, bytes: null });
    return { file, secondsToKeep, isSmall: true };
  }

  /** In the stored format or another. Throws `NOT_FOUND`, or `IMAGE_NOT_READY`. */
  async byOwner(
    userId: string,
    imageId: string,
    format: OutputFormat | undefined,
  ): Promise<{ file: ReadableFile; name: string; isConverted: boolean }> {
    const image = await findOwnFile(this.dataSource, userId, imageId);
    if (!image) throw notFound();
    if (!image.file) throw new AppError('IMAGE_NOT_READY');
    const stored = this.stored(image.file);
    const isConverted = format !== undefined && format !== stored.format;
    const file = isConverted ? this.converted(userId, stored, format) : stored;
    return { file, name: imageFileName(image.prompt, image.frame_number, file.format), isConverted };
  }

  /** As WebP, its longer side at most `pixels`. Throws as `byOwner`. */
  async preview(userId: string, imageId: string, pixels: number): Promise<Buffer> {
    const image = await findOwnFile(this.dataSource, userId, imageId);
    if (!image) throw notFound();
    if (!image.file) throw new AppError('IMAGE_NOT_READY');
    const { object_key: key, bytes, thumb_widths: widths } = image.file;
    const fitting = widths.filter((width) => Math.max(width, thumbnailHeight(image, width)) <= pixels);
    const width = Math.max(...fitting);
    if (fitting.length > 0) return this.read(thumbnailKey(key, width), null);
    return this.converter.convert(userId, () => this.read(key, bytes), THUMBNAIL_FORMAT, pixels);
  }

  stored({ object_key, format, bytes, sha256 }: StoredFile): ReadableFile {
    return this.readable(object_key, { format, bytes, etag: `"${sha256}"` });
  }

  /** `bytes`: the expected size, if known. Throws as `read`, and `NOT_FOUND` for an image removed meanwhile. */
  async open(key: string, bytes: number | null, range?: ByteRange): Promise<OpenedObject> {
    const opened = await this.storage.open(key, range);
    if (!opened) throw await this.lost.report(key);
    if (bytes === null || bytes === opened.bytes) return opened;
    opened.stream.destroy();
    throw await this.damage(key, bytes, opened.bytes);
  }

  private async read(key: string, bytes: number | null): Promise<Buffer> {
    const found = await this.storage.read(key);
    if (!found) throw await this.lost.report(key);
    if (bytes !== null && bytes !== found.length) throw await this.damage(key, bytes, found.length);
    return found;
  }

  private find(imageId: string, shareId: string | null): Promise<FoundFile | null> {
    return shareId === null ? this.delivered.load(imageId) : findSharedFile(this.dataSource, shareId, imageId);
  }

  /** Looks twice, because the storage may be at fault for a moment. */
  private async damage(key: string, wanted: number, found: number): Promise<Error> {
    if (!(await isMarkedLost(this.dataSource.manager, key))) {
      await sleep(SECOND_LOOK_MS);
      if ((await this.storage.size(key)) === wanted)
        return new StorageError(`${key} had ${found} bytes instead of ${wanted} for a moment`);
    }
    return this.lost.report(key);
  }

  /** A web server does not know the expected size, so it is checked here where it is known. */
  private async locate(key: string, bytes: number | null): Promise<string | null> {
    const address = this.storage.internalAddress(key);
    if (address === null || bytes === null) return address;
    const found = await this.storage.size(key);
    if (found === null) throw await this.lost.report(key);
    if (found !== bytes) throw await this.damage(key, bytes, found);
    return address;
  }

  private readable(key: string, about: Pick<ReadableFile, 'format' | 'etag' | 'bytes'>): ReadableFile {
    const stream = (range?: ByteRange): Promise<OpenedObject> => this.open(key, about.bytes, range);
    const locate = (): Promise<string | null> => this.locate(key, about.bytes);
    return { ...about, stream, locate, read: () => this.read(key, about.bytes) };
  }

  private converted(userId: string, stored: ReadableFile, format: OutputFormat): ReadableFile {
    const read = async (): Promise<Buffer> => this.converter.convert(userId, () => stored.read(), format);
    const etag = `${stored.etag.slice(0, -1)}-${format}"`;
    const stream = (): Promise<never> => Promise.reject(new Error('a conversion is sent whole'));
    return { format, etag, bytes: null, read, stream, locate: () => Promise.resolve(null) };
  }
}
