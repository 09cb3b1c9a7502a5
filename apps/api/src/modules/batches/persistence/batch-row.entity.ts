import type { BatchRow, Model, OutputFormat, Quality, Size, Style } from '@app/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How a row ended; before that it waits, or is what its generation is. */
export const ROW_ENDS = ['completed', 'failed', 'cancelled'] as const;
export type RowEnd = (typeof ROW_ENDS)[number];

@Entity('batch_rows')
export class BatchRowEntity {
  @PrimaryColumn('uuid', { name: 'batch_id' })
  batchId: string;

  @PrimaryColumn('integer')
  number: number;

  @Column('text')
  prompt: string;

  @Column('text', { name: 'negative_prompt', nullable: true })
  negativePrompt: string | null;

  @Column('text')
  model: Model;

  @Column('text')
  style: Style;

  @Column('text')
  size: Size;

  @Column('text')
  quality: Quality;

  @Column('text', { name: 'output_format' })
  outputFormat: OutputFormat;

  @Column('bigint', { nullable: true })
  seed: number | null;

  @Column('integer')
  count: number;

  @Column('bigint', { name: 'unit_price' })
  unitPrice: number;

  @Column('uuid', { name: 'generation_id', nullable: true })
  generationId: string | null;

  @Column('text', { name: 'end_status', nullable: true })
  endStatus: RowEnd | null;

  @Column('text', { name: 'error_code', nullable: true })
  errorCode: BatchRow['error_code'];

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt: Date | null;
}
