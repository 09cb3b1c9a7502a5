import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { findPages } from '../../../platform/database/find-pages.js';
import { AccountExporters } from '../../users/index.js';
import { readRows, settingsOf, type StoredRow } from '../persistence/batch-reads.js';
import { BatchEntity } from '../persistence/batch.entity.js';

const exportedRow = (row: StoredRow): object => ({
  number: row.number,
  ...settingsOf(row),
  status: row.status,
  error_code: row.error_code,
  generation_id: row.generation_id,
});

/** With the prompts of their rows. */
@Injectable()
export class ExportBatches implements OnModuleInit {
  constructor(
    private readonly exporters: AccountExporters,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    this.exporters.register('batches', (userId) => this.read(userId));
  }

  private async *read(userId: string): AsyncGenerator<object[], void> {
    const wanted = {
      where: { userId, deletedAt: IsNull() },
      order: { createdAt: 'ASC', id: 'ASC' },
    } as const;
    for await (const page of findPages(this.dataSource.manager, BatchEntity, wanted)) {
      // The rows of one batch at a time: there may be hundreds.
      for (const batch of page) yield [await this.withRows(batch)];
    }
  }

  private async withRows({ id, name, source, status, createdAt, finishedAt }: BatchEntity): Promise<object> {
    const rows = await readRows(this.dataSource, [id]);
    return {
      id,
      name,
      source,
      status,
      created_at: createdAt.toISOString(),
      finished_at: finishedAt?.toISOString() ?? null,
      rows: rows.map(exportedRow),
    };
  }
}
