import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { alerts } from '../../../platform/observability/metrics.js';
import { STORAGE, type Storage } from '../../../platform/storage/storage.port.js';
import { findDeliveredFiles, isShown } from './find-file.js';
import { forgetThumbnail, markLost } from './lost-files.js';
import { parseObjectKey } from './object-keys.js';

/** Tells operators once, and makes answers offer the file no more. */
@Injectable()
export class ReportLostFile {
  private readonly logger = new Logger(ReportLostFile.name);

  constructor(
    private readonly dataSource: DataSource,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** The answer: `FILE_LOST`, or `NOT_FOUND` for an image removed meanwhile. */
  async report(key: string): Promise<AppError> {
    const parsed = parseObjectKey(key);
    if (parsed && parsed.thumbnailWidth !== null) await this.thumbnail(key, parsed.imageId, parsed.thumbnailWidth);
    else await this.original(key);
    return parsed && !(await isShown(this.dataSource, parsed.imageId)) ? notFound() : new AppError('FILE_LOST');
  }

  private async original(key: string): Promise<void> {
    if (!(await markLost(this.dataSource.manager, key))) return;
    alerts.inc({ kind: 'lost_file' });
    this.logger.error(`The file of a delivered image is missing or damaged: ${key}`);
  }

  /** Its width is taken from the image only where the image is there: otherwise the storage may be the wrong one. */
  private async thumbnail(key: string, imageId: string, width: number): Promise<void> {
    const [image] = await findDeliveredFiles(this.dataSource, [imageId]);
    if (!image) return;
    const bytes = await this.storage.size(image.object_key);
    if (bytes === null) await this.original(image.object_key);
    if (bytes !== image.bytes || !(await forgetThumbnail(this.dataSource.manager, image.object_key, width))) return;
    alerts.inc({ kind: 'lost_thumbnail' });
    this.logger.error(`A thumbnail of a delivered image is missing, and is offered no more: ${key}`);
  }
}
