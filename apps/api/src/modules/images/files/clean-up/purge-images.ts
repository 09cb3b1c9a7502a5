import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { STORAGE, type Storage } from '../../../../platform/storage/storage.port.js';
import { duePurges, purgeImages } from './purge-rows.js';
import { dueObjects, markObjectsDeleted, postponeObject } from './object-rows.js';
import { removeImageFiles } from './remove-image-files.js';

const AT_ONCE = 200;
/** For each of the two steps, so that the sweep of deadlines does not wait for a slow storage. */
const AT_MOST_MS = 4_000;

/** Rows first, which makes the deletion final, then objects. */
@Injectable()
export class PurgeImages {
  private readonly logger = new Logger(PurgeImages.name);

  constructor(
    private readonly dataSource: DataSource,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  async purge(signal: AbortSignal): Promise<number> {
    const end = performance.now() + AT_MOST_MS;
    let purged = 0;
    for (;;) {
      const due = await duePurges(this.dataSource.manager, AT_ONCE);
      for (const id of due) {
        if (signal.aborted || performance.now() > end) return purged;
        purged += await inTransaction(this.dataSource, (tx) => purgeImages(tx, id));
      }
      if (due.length === 0) return purged;
    }
  }

  /** Objects that the storage refuses are tried again later. */
  async removeObjects(signal: AbortSignal): Promise<number> {
    const end = performance.now() + AT_MOST_MS;
    let removed = 0;
    for (;;) {
      const due = await dueObjects(this.dataSource.manager, AT_ONCE);
      const gone = await this.removeFiles(due, () => signal.aborted || performance.now() > end);
      if (gone.length > 0) await markObjectsDeleted(this.dataSource.manager, gone);
      removed += gone.length;
      if (gone.length < AT_ONCE) return removed;
    }
  }

  private async removeFiles(keys: string[], isTimeUp: () => boolean): Promise<string[]> {
    const gone: string[] = [];
    for (const key of keys) {
      if (isTimeUp()) break;
      try {
        await removeImageFiles(this.storage, key);
        gone.push(key);
      } catch (error) {
        this.logger.warn(`Could not remove ${key}: ${String(error)}`);
        await postponeObject(this.dataSource.manager, key);
        break;
      }
    }
    return gone;
  }
}
