import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { withLease } from '../../../../platform/database/with-lease.js';
import { alerts } from '../../../../platform/observability/metrics.js';
import { ScheduledTask } from '../../../../platform/scheduled-task.js';
import { STORAGE, StorageError, type Storage } from '../../../../platform/storage/storage.port.js';
import { countLostFiles, lostFiles, markFound, markLost, storedFiles, type FileOfImage } from '../lost-files.js';
import { filesLost } from '../../shared/metrics.js';
import { assertStorageAnswers } from './assert-storage-answers.js';
import { saveWalk, endWalk, resumeWalk, WALK_LEASE_SECONDS } from './walk-rows.js';

const EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;
const BATCH = 200;
/** 8,000 images every ten minutes, 1.1 million a day, for which Amazon charges half a dollar. */
const BATCHES_A_ROUND = 40;
const AT_ONCE = 8;
const WALK = 'lost-files';
/** More missing files than this mean that the storage is the wrong one. */
const UNLIKELY = { atLeast: 20, share: 0.5 };

export interface Looked {
  lost: string[];
  found: string[];
}

type Sorted = Record<'whole' | 'missing' | 'refused', FileOfImage[]>;

/** Each file at most once a day. A lost file raises an alert; credits do not change. */
@Injectable()
export class FindLostFiles implements OnModuleDestroy {
  private readonly logger = new Logger(FindLostFiles.name);
  private readonly task = new ScheduledTask(this.logger, () => this.look());

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

  /** Includes those that were missing before. Marks nothing when it throws `StorageError`. */
  async look({ limit = BATCH, batches = BATCHES_A_ROUND, everyMs = DAY_MS } = {}): Promise<Looked> {
    const looked = await withLease(this.dataSource, WALK, WALK_LEASE_SECONDS, async () => {
      const found = await this.findAgain(limit);
      const lost: string[] = [];
      let from = await resumeWalk(this.dataSource, WALK, everyMs);
      for (let batch = 0; from !== null && batch < batches; batch += 1) {
        const step = await this.findLost(from, limit);
        lost.push(...step.lost);
        from = step.next;
      }
      filesLost.set(await countLostFiles(this.dataSource.manager));
      return { lost, found };
    });
    return looked ?? { lost: [], found: [] };
  }

  private async findAgain(limit: number): Promise<string[]> {
    const { whole } = await this.lookFor(await lostFiles(this.dataSource.manager, limit));
    const found: string[] = [];
    for (const { key } of whole) {
      if (!(await markFound(this.dataSource.manager, key))) continue;
      found.push(key);
      this.logger.log(`${key} is there again`);
    }
    return found;
  }

  /** `next` is null where the walk ends, and where this round does. */
  private async findLost(from: string, limit: number): Promise<{ lost: string[]; next: string | null }> {
    const files = await storedFiles(this.dataSource.manager, from, limit);
    const { missing, refused } = await this.lookFor(files);
    for (const { key } of refused) {
      alerts.inc({ kind: 'refused_file' });
      this.logger.error(`The storage refuses ${key}, and answers for others`);
    }
    if (missing.length >= UNLIKELY.atLeast && missing.length > files.length * UNLIKELY.share) {
      alerts.inc({ kind: 'lost_files_unlikely' });
      this.logger.error(
        `${missing.length} of ${files.length} files are missing (${missing[0]?.key ?? ''} …): nothing is marked. Is this the right storage for this database?`,
      );
      return { lost: [], next: null };
    }
    const lost: string[] = [];
    for (const { id, key } of missing) {
      // Deleted meanwhile, or marked by another process.
      if (!(await markLost(this.dataSource.manager, key))) continue;
      lost.push(key);
      alerts.inc({ kind: 'lost_file' });
      this.logger.error(`The file of image ${id} is missing or damaged: ${key}`);
    }
    const next = files.length === limit ? (files.at(-1)?.id ?? null) : null;
    if (next === null) await endWalk(this.dataSource.manager, WALK);
    else await saveWalk(this.dataSource.manager, WALK, next);
    return { lost, next };
  }

  private async lookFor(files: FileOfImage[]): Promise<Sorted> {
    const sorted: Sorted = { whole: [], missing: [], refused: [] };
    for (let from = 0; from < files.length; from += AT_ONCE) {
      this.task.signal.throwIfAborted();
      const some = files.slice(from, from + AT_ONCE);
      const sizes = await Promise.all(some.map(({ key }) => this.sizeOf(key)));
      if (sizes.includes('refused')) await assertStorageAnswers(this.storage);
      some.forEach((file, i) => {
        if (sizes[i] === 'refused') sorted.refused.push(file);
        else sorted[sizes[i] === file.bytes ? 'whole' : 'missing'].push(file);
      });
    }
    return sorted;
  }

  private async sizeOf(key: string): Promise<number | null | 'refused'> {
    try {
      return await this.storage.size(key);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.logger.warn(String(error));
      return 'refused';
    }
  }
}
