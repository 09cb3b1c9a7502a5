import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { withLease } from '../../../../platform/database/with-lease.js';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { ScheduledTask } from '../../../../platform/scheduled-task.js';
import { STORAGE, type Storage } from '../../../../platform/storage/storage.port.js';
import { duePurges, purgeImages } from './purge-rows.js';
import { dueObjects, markObjectsDeleted, postponeObject } from './object-rows.js';
import { removeImageFiles } from './remove-image-files.js';

const LOOK_ROWS = 200;
/** Images of several files each. A bucket takes long for one, but many side by side. */
const REMOVED_AT_ONCE = 16;
/** For each of the two steps, so that rows do not wait for a slow storage. */
const AT_MOST_MS = 4_000;
/** How long a process that died keeps others from purging. */
const LEASE_SECONDS = 15;

export interface Purged {
  purged: number;
  removed: number;
}

/** Rows first, which makes the deletion final, then objects. Apart from the deadlines, which wait for no storage. */
@Injectable()
export class PurgeImages {
  private readonly logger = new Logger(PurgeImages.name);
  readonly task = new ScheduledTask(this.logger, () => this.run());

  constructor(
    private readonly dataSource: DataSource,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** Both steps in turn until there is nothing to do. In one process at a time; null while another one is at it. */
  run(): Promise<Purged | null> {
    return withLease(this.dataSource, 'purge', LEASE_SECONDS, (lost) =>
      this.purgeAll(AbortSignal.any([lost, this.task.signal])),
    );
  }

  private async purgeAll(signal: AbortSignal): Promise<Purged> {
    const all = { purged: 0, removed: 0 };
    for (;;) {
      const purged = await this.purge(signal);
      const removed = await this.removeObjects(signal);
      all.purged += purged;
      all.removed += removed;
      if (signal.aborted || purged + removed === 0) return all;
    }
  }

  async purge(signal: AbortSignal): Promise<number> {
    const end = performance.now() + AT_MOST_MS;
    let purged = 0;
    for (;;) {
      const due = await duePurges(this.dataSource.manager, LOOK_ROWS);
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
      const due = await dueObjects(this.dataSource.manager, LOOK_ROWS);
      const gone = await this.removeFiles(due, () => signal.aborted || performance.now() > end);
      if (gone.length > 0) await markObjectsDeleted(this.dataSource.manager, gone);
      removed += gone.length;
      if (gone.length < LOOK_ROWS) return removed;
    }
  }

  private async removeFiles(keys: string[], isTimeUp: () => boolean): Promise<string[]> {
    const gone: string[] = [];
    const left = keys.values();
    let isRefused = false;
    const removeInTurn = async (): Promise<void> => {
      for (const key of left) {
        if (isRefused || isTimeUp()) return;
        try {
          await removeImageFiles(this.storage, key);
          gone.push(key);
        } catch (error) {
          isRefused = true;
          this.logger.warn(`Could not remove ${key}: ${String(error)}`);
          await postponeObject(this.dataSource.manager, key);
        }
      }
    };
    await Promise.all(Array.from({ length: REMOVED_AT_ONCE }, removeInTurn));
    return gone;
  }
}
