import type { OutputFormat } from '@app/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import DataLoader from 'dataloader';
import { DataSource } from 'typeorm';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { alerts } from '../../../platform/observability/metrics.js';
import { STORAGE, StorageError, type OpenedObject, type Storage } from '../../../platform/storage/storage.port.js';
import type { ByteRange } from './byte-range.js';
import { imageFileName } from './file-name.js';
import { parseObjectKey, THUMBNAIL_FORMAT, thumbnailKey } from './object-keys.js';
import {
  findDeliveredFiles,
  findOwnFile,
  findSharedFile,
  isShown,
  type FoundFile,
  type StoredFile,
} from './find-file.js';
import { markLost } from './lost-files.js';
import { ConvertImage } from './convert-image.js';
import type { SentLink } from './file-link.js';
import { FileLinks } from './file-links.js';

/** A file that may be sent. Nothing of it has been read yet. */
export interface ReadableFile {
  format: OutputFormat;
  /** Strong: equal tags are equal bytes. */
  etag: string;
  /** Null where only reading it tells. */
  bytes: number | null;
  /** Throws `FILE_LOST` when the bytes are gone, `StorageError` when the storage does not answer or has something else. */
  read(): Promise<Buffer>;
  /** The same as a stream, optionally a part of it. */
  stream(range?: ByteRange): Promise<OpenedObject>;
  /** Where a web server in front of us finds it, to send it in our place; null where only we can. Throws as `read`. */
  locate(): Promise<string | null>;
}

const unlike = (key: string, wanted: number, found: number): StorageError =>
  new StorageError(`${key} has ${found} bytes instead of ${wanted}`);

/** Finds the file that a signed address or an owner asks for. */
@Injectable()
export class OpenFile {
  private readonly logger = new Logger(OpenFile.name);
  private readonly delivered: DataLoader<string, FoundFile | null>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly links: FileLinks,
    private readonly converter: ConvertImage,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    // A page asks for all its thumbnails at once, each by a request of its own: those that came in together are read
    // together. Nothing is cached, so that a deleted image is gone at once.
    this.delivered = new DataLoader((imageIds) => findDeliveredFiles(dataSource, imageIds), {
      cache: false,
      batchScheduleFn: setImmediate,
    });
  }

  /**
   * By a signed address. Throws `NOT_FOUND` alike for an address that we did not sign, that has expired, whose picture
   * was removed or whose share has ended. `secondsToKeep`: null where a cache must ask each time. `isSmall`: better sent
   * whole than streamed.
   */
  async byLink(sent: SentLink): Promise<{ file: ReadableFile; secondsToKeep: number | null; isSmall: boolean }> {
    const link = this.links.verify(sent);
    const parsed = link && parseObjectKey(link.key);
    const found = parsed && (await this.find(parsed.imageId, link.shareId));
    if (!found || link.expires <= found.now) throw notFound();
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

  /**
   * A person's own picture under a telling name, in the stored format or in another. Throws `NOT_FOUND`, or
   * `IMAGE_NOT_READY` for a picture that is not delivered.
   */
  async byOwner(
    userId: string,
    imageId: string,
    format: OutputFormat | undefined,
  ): Promise<{ file: ReadableFile; name: string; isConverted: boolean }> {
    const picture = await findOwnFile(this.dataSource, userId, imageId);
    if (!picture) throw notFound();
    if (!picture.file) throw new AppError('IMAGE_NOT_READY');
    const stored = this.stored(picture.file);
    const isConverted = format !== undefined && format !== stored.format;
    const file = isConverted ? this.converted(userId, stored, format) : stored;
    return { file, name: imageFileName(picture.prompt, picture.frame_number, file.format), isConverted };
  }

  /** The file of a delivered image, after access was checked. */
  stored({ object_key, format, bytes, sha256 }: StoredFile): ReadableFile {
    return this.readable(object_key, { format, bytes, etag: `"${sha256}"` });
  }

  /**
   * The bytes behind a key. `bytes`: what must be there, null when only reading tells. Throws as `ReadableFile.read`, and
   * `NOT_FOUND` when the picture was removed for good since it was found.
   */
  async open(key: string, bytes: number | null, range?: ByteRange): Promise<OpenedObject> {
    const opened = await this.storage.open(key, range);
    if (!opened) throw await this.absence(key);
    if (bytes === null || bytes === opened.bytes) return opened;
    opened.stream.destroy();
    throw unlike(key, bytes, opened.bytes);
  }

  /** The same, read whole. */
  private async read(key: string, bytes: number | null): Promise<Buffer> {
    const found = await this.storage.read(key);
    if (!found) throw await this.absence(key);
    if (bytes !== null && bytes !== found.length) throw unlike(key, bytes, found.length);
    return found;
  }

  private find(imageId: string, shareId: string | null): Promise<FoundFile | null> {
    return shareId === null ? this.delivered.load(imageId) : findSharedFile(this.dataSource, shareId, imageId);
  }

  /** Notes that the bytes behind a key are missing, and answers why. */
  private async absence(key: string): Promise<AppError> {
    if (await markLost(this.dataSource.manager, key)) {
      alerts.inc({ kind: 'lost_file' });
      this.logger.error(`The file of a delivered picture is missing: ${key}`);
    }
    const imageId = parseObjectKey(key)?.imageId;
    return imageId && !(await isShown(this.dataSource, imageId)) ? notFound() : new AppError('FILE_LOST');
  }

  /** A web server does not know what must be there. Where nothing is said of that, it is left to find out. */
  private async locate(key: string, bytes: number | null): Promise<string | null> {
    const address = this.storage.internalAddress(key);
    if (address === null || bytes === null) return address;
    const found = await this.storage.size(key);
    if (found === null) throw await this.absence(key);
    if (found !== bytes) throw unlike(key, bytes, found);
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
