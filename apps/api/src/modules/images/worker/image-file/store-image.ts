import type { OutputFormat } from '@app/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { STORAGE, StorageError, type Storage, type StoredObject } from '../../../../platform/storage/storage.port.js';
import { FORMAT_CONTENT_TYPE, objectKey, THUMBNAIL_FORMAT, thumbnailKey } from '../../files/object-keys.js';
import { FAIL_POINTS, type FailPoints } from '../../shared/fail-points.js';
import { cancelObjectDeletion, scheduleObjectDeletion } from '../../files/clean-up/object-rows.js';
import { retryWhileDatabaseDown } from '../../../../platform/database/retry-while-database-down.js';
import type { PreparedImage } from './prepare-image.js';
import { removeImageFiles } from '../../files/clean-up/remove-image-files.js';
import { WORKER_TIMES, type WorkerTimes } from '../worker-times.js';

const TRIES = 3;
const RANDOM_BYTES = 8;

export interface ImageOwner {
  imageId: string;
  createdAt: Date;
  attempt: number;
  format: OutputFormat;
}

export interface StoredImage {
  objectKey: string;
  bytes: number;
  sha256: string;
}

/** Reads back what it wrote before the image counts as stored. */
@Injectable()
export class StoreImage {
  private readonly logger = new Logger(StoreImage.name);

  constructor(
    private readonly dataSource: DataSource,
    @Inject(STORAGE) private readonly storage: Storage,
    @Inject(WORKER_TIMES) private readonly times: WorkerTimes,
    @Inject(FAIL_POINTS) private readonly failPoints: FailPoints,
  ) {}

  /** Each try under a key of its own. Throws `StorageError`, or the signal's reason. */
  async store(owner: ImageOwner, prepared: PreparedImage, signal: AbortSignal): Promise<StoredImage> {
    for (let tries = 1; ; tries += 1) {
      signal.throwIfAborted();
      const key = objectKey({ ...owner, random: randomBytes(RANDOM_BYTES).toString('hex') });
      await retryWhileDatabaseDown(() => this.scheduleDeletion(key), signal, this.times.retryWriteMs);
      await this.failPoints.reach('named');
      try {
        return await this.write(key, owner.format, prepared);
      } catch (error) {
        this.logger.warn(`Storage, try ${tries}: ${String(error)}`);
        await this.discard(key);
        if (!(error instanceof StorageError) || tries === TRIES) throw error;
      }
      await sleep(this.times.retryWriteMs * tries, undefined, { signal });
    }
  }

  /** If it fails, the recorded object is removed by the next sweep. */
  async discard(key: string): Promise<void> {
    await this.failPoints.reach('cleaning');
    try {
      await removeImageFiles(this.storage, key);
      await cancelObjectDeletion(this.dataSource.manager, key);
    } catch (error) {
      this.logger.warn(`Left for the collection: ${key} (${String(error)})`);
    }
  }

  private scheduleDeletion(key: string): Promise<unknown> {
    return scheduleObjectDeletion(this.dataSource.manager, key, this.times.orphanAfterMs);
  }

  private async write(key: string, format: OutputFormat, prepared: PreparedImage): Promise<StoredImage> {
    const image = this.writeOne(key, format, prepared.bytes);
    const thumbnails = prepared.thumbnails.map(({ width, bytes }) =>
      this.writeOne(thumbnailKey(key, width), THUMBNAIL_FORMAT, bytes),
    );
    // A running write could not be removed, so all must settle before one counts as failed.
    const outcomes = await Promise.allSettled([image, ...thumbnails]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    const { bytes, sha256 } = await image;
    return { objectKey: key, bytes, sha256 };
  }

  /** A store's answer is not trusted: only what can be read is delivered. */
  private async writeOne(key: string, format: OutputFormat, body: Buffer): Promise<StoredObject> {
    const put = await this.storage.put(key, body, FORMAT_CONTENT_TYPE[format]);
    const found = await this.storage.stat(key);
    if (!found || found.bytes !== body.length || found.sha256 !== put.sha256) {
      throw new StorageError(`${key} is not what was written (${found?.bytes ?? 'no'} of ${body.length} bytes)`);
    }
    return found;
  }
}
