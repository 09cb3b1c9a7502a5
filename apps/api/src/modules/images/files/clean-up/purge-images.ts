import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { STORAGE, type Storage } from '../../../../platform/storage/storage.port.js';
import { duePurges, purgeImages } from './purge-rows.js';
import { dueObjects, objectsRemoved, postponeObject } from './object-rows.js';
import { removeImageFiles } from './remove-image-files.js';

const AT_ONCE = 200;
/** For each of the two steps: whoever waits for the end of a deadline must not wait for a slow storage. */
const AT_MOST_MS = 4_000;

/** Brings removed pictures to their end: first their rows, which makes it final, then the objects that nobody needs. */
@Injectable()
export class PurgeImages {
  private readonly logger = new Logger(PurgeImages.name);

  constructor(
    private readonly dataSource: DataSource,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** Pictures whose removal became final with this. */
  async purge(signal: AbortSignal): Promise<number> {
    const end = performance.now() + AT_MOST_MS;
    let purged = 0;
    for (;;) {
      const due = await duePurges(this.dataSource, AT_ONCE);
      for (const id of due) {
        if (signal.aborted || performance.now() > end) return purged;
        purged += await inTransaction(this.dataSource, (tx) => purgeImages(tx, id));
      }
      if (due.length < AT_ONCE) return purged;
    }
  }

  /** Objects that were removed. What the storage does not remove now is tried again later. */
  async removeObjects(signal: AbortSignal): Promise<number> {
    const end = performance.now() + AT_MOST_MS;
    let removed = 0;
    for (;;) {
      const due = await dueObjects(this.dataSource, AT_ONCE);
      const gone = await this.removeFiles(due, () => signal.aborted || performance.now() > end);
      if (gone.length > 0) await objectsRemoved(this.dataSource, gone);
      removed += gone.length;
      if (gone.length < AT_ONCE) return removed;
    }
  }

  /** Answers those that are gone; ends early with the first that the storage does not remove. */
  private async removeFiles(keys: string[], isTimeUp: () => boolean): Promise<string[]> {
    const gone: string[] = [];
    for (const key of keys) {
      if (isTimeUp()) break;
      try {
        await removeImageFiles(this.storage, key);
        gone.push(key);
      } catch (error) {
        this.logger.warn(`Could not remove ${key}: ${String(error)}`);
        await postponeObject(this.dataSource, key);
        break;
      }
    }
    return gone;
  }
}
