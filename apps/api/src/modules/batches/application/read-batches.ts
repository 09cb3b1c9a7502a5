import {
  BATCH_ROW_STATUSES,
  toCredits,
  type Batch,
  type BatchRow,
  type BatchRowStatus,
  type BatchWithRows,
  type Locale,
  type Paged,
  type GenerationImage,
} from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { ReadGenerations, readRejectedUntil } from '../../images/index.js';
import { batchShare } from '../domain/batch-limits.js';
import { estimateBatch } from '../domain/estimate-batch.js';
import { findPlan, readPace, readRows, type StoredRow } from '../persistence/batch-reads.js';
import { BatchEntity } from '../persistence/batch.entity.js';

const sum = (rows: StoredRow[], units: (row: StoredRow) => number): number =>
  rows.reduce((total, row) => total + units(row), 0);

function countByStatus(rows: StoredRow[]): Record<BatchRowStatus, number> {
  const counts = Object.fromEntries(BATCH_ROW_STATUSES.map((status) => [status, 0])) as Record<BatchRowStatus, number>;
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

function shownRow(row: StoredRow, images: GenerationImage[]): BatchRow {
  const { batch_id: _, unit_price, used_units, held_units: __, open_images: ___, ...shown } = row;
  return { ...shown, price: toCredits(unit_price * row.count), credits_used: toCredits(used_units), images };
}

/** A person's batches as they stand. */
@Injectable()
export class ReadBatches {
  constructor(
    private readonly dataSource: DataSource,
    private readonly generations: ReadGenerations,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Throws `NOT_FOUND` for a batch that is unknown, deleted or another's. */
  async show(userId: string, id: string, locale: Locale): Promise<BatchWithRows> {
    const batch = await this.dataSource.manager.findOneBy(BatchEntity, { id, userId, deletedAt: IsNull() });
    if (!batch) throw notFound();
    const rows = await readRows(this.dataSource, [id]);
    const generationIds = rows.flatMap(({ generation_id: generationId }) => generationId ?? []);
    const generations = await this.generations.showMany(userId, generationIds, locale);
    const imagesOf = new Map(generations.map((generation) => [generation.id, generation.generated_images]));
    const [shown] = await this.toBatches(userId, [batch], rows);
    if (!shown) throw notFound();
    return { ...shown, rows: rows.map((row) => shownRow(row, imagesOf.get(row.generation_id ?? '') ?? [])) };
  }

  /** The newest first. */
  async list(userId: string, { page, limit }: { page: number; limit: number }): Promise<Paged<Batch>> {
    const [batches, total] = await this.dataSource.manager.findAndCount(BatchEntity, {
      where: { userId, deletedAt: IsNull() },
      order: { createdAt: 'DESC', id: 'DESC' },
      skip: (page - 1) * limit,
      take: limit,
    });
    const ids = batches.map(({ id }) => id);
    return { data: await this.toBatches(userId, batches, await readRows(this.dataSource, ids)), page, limit, total };
  }

  private async toBatches(userId: string, batches: BatchEntity[], rows: StoredRow[]): Promise<Batch[]> {
    const plan = (await findPlan(this.dataSource, userId)) ?? 'free';
    const pace = {
      share: batchShare(this.config.quota.inFlight[plan]),
      secondsPerImage: await readPace(this.dataSource),
    };
    const isRunning = batches.some(({ status }) => status === 'running');
    const rejectedUntil = isRunning ? await readRejectedUntil(this.dataSource, userId) : null;
    return batches.map((batch): Batch => {
      const own = rows.filter((row) => row.batch_id === batch.id);
      const openRows = own.filter(({ open_images: open }) => open > 0).length;
      const openImages = sum(own, (row) => row.open_images);
      const rowsByStatus = countByStatus(own);
      const waitsUntil = batch.status === 'running' && rowsByStatus.waiting > 0 ? rejectedUntil : null;
      return {
        id: batch.id,
        name: batch.name,
        status: batch.status,
        pause_reason: batch.pauseReason,
        source: batch.source,
        row_count: batch.rowCount,
        rows_by_status: rowsByStatus,
        total_credits: toCredits(batch.totalUnits),
        credits_used: toCredits(sum(own, (row) => row.used_units)),
        credits_held: toCredits(sum(own, (row) => row.held_units)),
        estimated_seconds: estimateBatch({
          status: batch.status,
          waitsAfterRejections: waitsUntil !== null,
          openRows,
          openImages,
          ...pace,
        }),
        held_until: waitsUntil?.toISOString() ?? null,
        created_at: batch.createdAt.toISOString(),
        expires_at: batch.expiresAt.toISOString(),
        finished_at: batch.finishedAt?.toISOString() ?? null,
      };
    });
  }
}
