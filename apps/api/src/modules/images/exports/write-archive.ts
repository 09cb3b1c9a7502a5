import { ARCHIVE_MAX_BYTES, ARCHIVE_MAX_IMAGES } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { DataSource } from 'typeorm';
import { ZipFile } from 'yazl';
import { AppError } from '../../../platform/errors/app-error.js';
import type { OpenedObject } from '../../../platform/storage/storage.port.js';
import type { ArchiveText } from './export-account.js';
import { jsonExport, type ExportBatch, type ExportedImage } from './export-file.js';
import { imageFileName } from '../files/file-name.js';
import { isShown } from '../files/find-file.js';
import {
  countDelivered,
  readExportBatches,
  splitDeleted,
  type ExportQuestion,
  type ExportRow,
  type StoredFile,
} from './export-rows.js';
import { OpenFile } from '../files/open-file.js';

const MANIFEST = 'manifest.json';
const NOT_DELIVERED = 'not-delivered.json';

export interface ArchiveLimits {
  images: number;
  bytes: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = { images: ARCHIVE_MAX_IMAGES, bytes: ARCHIVE_MAX_BYTES };

interface Manifest {
  exported_at: string;
  pictures: (ExportedImage & { file: string })[];
  /** How many images `not-delivered.json` lists; null where only a later part has that file. */
  not_delivered: number | null;
  left_out: {
    /** Most of them were removed while this was written. */
    removed: string[];
    file_lost: ExportedImage[];
    beyond_limit: number;
  };
}

export interface ArchiveSource {
  question: ExportQuestion;
  at: string;
  texts: ArchiveText[];
  /** Of images that have not failed. */
  batches: AsyncIterable<ExportRow[]>;
}

interface Entry {
  name: string;
  stream: Readable;
  /** Null for a text, which is compressed; image formats are compressed already. */
  bytes: number | null;
  at: Date;
}

@Injectable()
export class WriteArchive {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: OpenFile,
  ) {}

  /** Fails when a file cannot be read; missing images are left out and noted. */
  stream(source: ArchiveSource, limits: ArchiveLimits = ARCHIVE_LIMITS): Readable {
    const zip = new ZipFile();
    const out = zip.outputStream as Readable;
    const stop = new AbortController();
    out.once('close', () => stop.abort());
    zip.on('error', (error: Error) => out.destroy(error));
    this.writeAll(zip, source, { limits, signal: stop.signal }).catch((error: unknown) =>
      out.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return out;
  }

  private async writeAll(
    zip: ZipFile,
    source: ArchiveSource,
    { limits, signal }: { limits: ArchiveLimits; signal: AbortSignal },
  ): Promise<void> {
    const manifest: Manifest = {
      exported_at: source.at,
      pictures: [],
      not_delivered: null,
      left_out: { removed: [], file_lost: [], beyond_limit: 0 },
    };
    const unfinished: ExportedImage[] = [];
    let bytes = 0;
    for await (const { image, file, isDeleted } of onePerOne(source.batches)) {
      signal.throwIfAborted();
      if (isDeleted) manifest.left_out.removed.push(image.id);
      else if (!file) unfinished.push(image);
      else {
        bytes += file.bytes;
        if (manifest.pictures.length >= limits.images || bytes > limits.bytes) {
          const { frame_number: from } = image;
          manifest.left_out.beyond_limit = await countDelivered(this.dataSource.manager, source.question, from);
          break;
        }
        await this.add(zip, { image, file }, { manifest, signal });
      }
    }
    const texts = [...source.texts];
    // Of several parts, the one that holds the oldest image also tells of what was not delivered; an earlier one of what was
    // on its way then, and may be delivered by now.
    const isLast = manifest.left_out.beyond_limit === 0;
    if (isLast || unfinished.length > 0) texts.push(this.notDelivered(source, unfinished, { manifest, isLast }));
    for (const { name, pieces } of texts) {
      signal.throwIfAborted();
      await put(zip, { name, stream: Readable.from(pieces), bytes: null, at: new Date(source.at) }, signal);
    }
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), MANIFEST, { mtime: new Date(source.at) });
    zip.end();
  }

  private async add(
    zip: ZipFile,
    { image, file }: { image: ExportedImage; file: StoredFile },
    { manifest, signal }: { manifest: Manifest; signal: AbortSignal },
  ): Promise<void> {
    const isGone = async (): Promise<boolean> => !(await isShown(this.dataSource, image.id));
    const opened = (await isGone()) ? null : await this.open(file);
    if (opened) {
      const name = imageFileName(image.prompt, image.frame_number, file.format);
      await put(zip, { name, ...opened, at: new Date(image.created_at) }, signal);
      manifest.pictures.push({ file: name, ...image });
    } else if (await isGone()) manifest.left_out.removed.push(image.id);
    else manifest.left_out.file_lost.push(image);
  }

  /** What was asked for and not made, or is not yet, told as the export as JSON tells of all. */
  private notDelivered(
    { question, at }: ArchiveSource,
    unfinished: ExportedImage[],
    { manifest, isLast }: { manifest: Manifest; isLast: boolean },
  ): ArchiveText {
    const rest = isLast ? readExportBatches(this.dataSource, { ...question, before: null }, 'not_delivered') : [];
    async function* counted(): AsyncGenerator<ExportBatch, void> {
      // First as they were when the images were read: some of them are delivered by now.
      manifest.not_delivered = unfinished.length;
      yield { images: unfinished, removed: [] };
      const isListed = new Set(unfinished.map(({ id }) => id));
      for await (const { images, removed } of splitDeleted(rest)) {
        const more = images.filter(({ id }) => !isListed.has(id));
        manifest.not_delivered += more.length;
        yield { images: more, removed };
      }
    }
    return { name: NOT_DELIVERED, pieces: jsonExport(counted(), at) };
  }

  private async open({ key, bytes }: StoredFile): Promise<OpenedObject | null> {
    try {
      return await this.files.open(key, bytes);
    } catch (error) {
      if (error instanceof AppError && (error.code === 'FILE_LOST' || error.code === 'NOT_FOUND')) return null;
      throw error;
    }
  }
}

async function* onePerOne<T>(batches: AsyncIterable<T[]>): AsyncGenerator<T, void> {
  for await (const batch of batches) yield* batch;
}

async function put(zip: ZipFile, { name, stream, bytes, at }: Entry, signal: AbortSignal): Promise<void> {
  // The archive keeps this closure until its end, so the stream must not be retained.
  let source: Readable | null = stream;
  const whenTurn = (give: (error: null, stream: Readable) => void): void => {
    if (source) give(null, source);
    source = null;
  };
  try {
    const packing = bytes === null ? { compress: true } : { compress: false, size: bytes };
    zip.addReadStreamLazy(name, { ...packing, mtime: at }, whenTurn);
    await finished(stream, { signal });
  } finally {
    stream.destroy();
  }
}
