import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { row, rows } from '../../../platform/database/rows.js';
import { alerts } from '../../../platform/observability/metrics.js';
import { STORAGE, type Storage } from '../../../platform/storage/storage.port.js';
import { parseObjectKey, thumbnailKey } from '../domain/object-keys.js';
import { forgetRemovedObjects, knownObjects } from './object-rows.js';

const EVERY_MS = 24 * 3_600_000;
/** Rows may be older than objects after a restore from a backup; nothing young is touched. */
const GRACE_MS = 24 * 3_600_000;
const BATCH = 500;
const PREFIX = 'pictures/';
const LOCK = `hashtext('images'), hashtext('collect')`;

interface Found {
  key: string;
  imageId: string;
  thumbnailWidth: number | null;
}

/**
 * Once a day goes through storage for files that belong to no picture. Almost none should be found: whoever writes an object
 * names it first. It is for what that cannot know: a database restored from a backup, a worker that wrote after hours.
 */
@Injectable()
export class CollectOrphans implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(CollectOrphans.name);
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<unknown> = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.current = this.collect().catch((error: unknown) => this.logger.warn(`Cut short: ${String(error)}`));
    }, EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.current;
  }

  /** Removes files older than `graceMs` that no picture's row names; answers how many. One process at a time. */
  async collect(graceMs = GRACE_MS): Promise<number> {
    const connection = this.dataSource.createQueryRunner();
    try {
      const lock = await row<{ taken: boolean }>(connection, `select pg_try_advisory_lock(${LOCK}) as taken`);
      if (!lock?.taken) return 0;
      try {
        await forgetRemovedObjects(this.dataSource);
        return await this.walk(graceMs);
      } finally {
        await rows(connection, `select pg_advisory_unlock(${LOCK})`);
      }
    } finally {
      await connection.release();
    }
  }

  private async walk(graceMs: number): Promise<number> {
    const oldest = Date.now() - graceMs;
    let removed = 0;
    let batch: Found[] = [];
    for await (const { key, modifiedAt } of this.storage.list(PREFIX)) {
      if (this.isStopped) return removed;
      const parsed = parseObjectKey(key);
      // What is not named as we name files is not ours to remove.
      if (!parsed || modifiedAt.getTime() > oldest) continue;
      batch.push({ key, ...parsed });
      if (batch.length < BATCH) continue;
      removed += await this.removeUnknown(batch);
      batch = [];
    }
    return removed + (await this.removeUnknown(batch));
  }

  private async removeUnknown(batch: Found[]): Promise<number> {
    const known = await knownObjects(this.dataSource, [...new Set(batch.map(({ imageId }) => imageId))]);
    const orphans = batch.filter(({ key, imageId, thumbnailWidth }) => {
      const object = known.get(imageId);
      return object === undefined || key !== (thumbnailWidth === null ? object : thumbnailKey(object, thumbnailWidth));
    });
    for (const { key } of orphans) {
      await this.storage.remove(key);
      alerts.inc({ kind: 'orphan_object' });
      this.logger.log(`Removed ${key}: no picture has it`);
    }
    return orphans.length;
  }
}
