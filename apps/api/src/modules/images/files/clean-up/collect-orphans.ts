import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { withLease } from '../../../../platform/database/with-lease.js';
import { alerts } from '../../../../platform/observability/metrics.js';
import { ScheduledTask } from '../../../../platform/scheduled-task.js';
import { STORAGE, StorageError, type Storage } from '../../../../platform/storage/storage.port.js';
import { parseObjectKey, thumbnailKey } from '../object-keys.js';
import { assertStorageAnswers } from './assert-storage-answers.js';
import { deleteOldObjectRows, knownObjects } from './object-rows.js';
import { saveWalk, endWalk, resumeWalk, WALK_LEASE_SECONDS } from './walk-rows.js';

const EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** After a restored backup, rows may be older than objects. */
const GRACE_MS = DAY_MS;
/** Longer than any write takes. */
const UNFINISHED_MS = 3_600_000;
const BATCH = 500;
const BATCHES_A_ROUND = 40;
const PREFIX = 'pictures/';
const WALK = 'orphans';
/** More orphans than this mean that the database is the wrong one. */
const UNLIKELY = { atLeast: 20, share: 0.5 };

interface Found {
  key: string;
  imageId: string;
  thumbnailWidth: number | null;
}

export interface CollectingRules {
  graceMs: number;
  everyMs: number;
  batch: number;
  batches: number;
}

const USUAL: CollectingRules = { graceMs: GRACE_MS, everyMs: DAY_MS, batch: BATCH, batches: BATCHES_A_ROUND };

/** Writers record an object first, so orphans remain only after a restored backup or a write that took hours. */
@Injectable()
export class CollectOrphans implements OnModuleDestroy {
  private readonly logger = new Logger(CollectOrphans.name);
  private readonly task = new ScheduledTask(this.logger, () => this.collect());

  constructor(
    private readonly dataSource: DataSource,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  @Interval(EVERY_MS)
  async run(): Promise<void> {
    if (this.dataSource.isInitialized) await this.task.run();
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  /**
   * Removes old files without a row, in one process at a time. After an outage, the next round continues there.
   */
  async collect(rules: Partial<CollectingRules> = {}): Promise<number> {
    const removed = await withLease(this.dataSource, WALK, WALK_LEASE_SECONDS, async () => {
      await deleteOldObjectRows(this.dataSource.manager);
      await this.removeUnfinished();
      const from = await resumeWalk(this.dataSource, WALK, rules.everyMs ?? USUAL.everyMs);
      return from === null ? 0 : this.walk(from, { ...USUAL, ...rules });
    });
    return removed ?? 0;
  }

  private async walk(from: string, { graceMs, batch: size, batches }: CollectingRules): Promise<number> {
    const oldest = Date.now() - graceMs;
    let removed = 0;
    let batch: Found[] = [];
    let seen = 0;
    for await (const { key, modifiedAt } of this.storage.list(PREFIX, from)) {
      const parsed = parseObjectKey(key);
      // Files with foreign names are not ours to remove.
      if (parsed && modifiedAt.getTime() <= oldest) batch.push({ key, ...parsed });
      seen += 1;
      this.task.signal.throwIfAborted();
      if (seen % size !== 0) continue;
      removed += await this.removeUnknown(batch);
      batch = [];
      await saveWalk(this.dataSource.manager, WALK, key);
      if (seen >= size * batches) return removed;
    }
    removed += await this.removeUnknown(batch);
    await endWalk(this.dataSource.manager, WALK);
    return removed;
  }

  private async removeUnknown(batch: Found[]): Promise<number> {
    const known = await knownObjects(this.dataSource.manager, [...new Set(batch.map(({ imageId }) => imageId))]);
    const orphans = batch.filter(({ key, imageId, thumbnailWidth }) => {
      const object = known.get(imageId);
      return object === undefined || key !== (thumbnailWidth === null ? object : thumbnailKey(object, thumbnailWidth));
    });
    if (orphans.length >= UNLIKELY.atLeast && orphans.length > batch.length * UNLIKELY.share) {
      alerts.inc({ kind: 'orphan_objects_unlikely' });
      const example = orphans[0]?.key ?? '';
      this.logger.error(
        `${orphans.length} of ${batch.length} files belong to no image (${example} …): left alone. Is this the right database for this storage?`,
      );
      return 0;
    }
    let removed = 0;
    for (const { key } of orphans) {
      this.task.signal.throwIfAborted();
      if (await this.remove(key)) removed += 1;
    }
    return removed;
  }

  private async remove(key: string): Promise<boolean> {
    try {
      await this.storage.remove(key);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      await assertStorageAnswers(this.storage);
      alerts.inc({ kind: 'refused_file' });
      this.logger.error(`The storage refuses to remove ${key}, which no image has: ${String(error)}`);
      return false;
    }
    alerts.inc({ kind: 'orphan_object' });
    this.logger.log(`Removed ${key}: no image has it`);
    return true;
  }

  /** A disk that fails here fails in the walk, too. */
  private async removeUnfinished(): Promise<void> {
    try {
      await this.storage.removeUnfinished(UNFINISHED_MS);
    } catch (error) {
      this.logger.warn(String(error));
    }
  }
}
