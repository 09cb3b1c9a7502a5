import type { EngineId, GenerationErrorCode, Model, OutputFormat, Quality, Size, Style } from '@app/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RowStatus } from './row-status.js';

@Entity('generations')
export class GenerationEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('bigint')
  seq: number;

  @Column('text', { name: 'idem_key', nullable: true })
  idemKey: string | null;

  @Column('bytea', { name: 'body_hash', nullable: true })
  bodyHash: Buffer | null;

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

  @Column('bigint')
  seed: number;

  @Column('integer')
  count: number;

  @Column('bigint', { name: 'unit_price' })
  unitPrice: number;

  @Column('integer')
  priority: number;

  @Column('text')
  status: RowStatus;

  @Column('text', { nullable: true })
  engine: EngineId | null;

  @Column('jsonb')
  understood: { start: number; end: number }[];

  @Column('integer')
  attempt: number;

  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil: Date | null;

  @Column('timestamptz')
  deadline: Date;

  @Column('text', { name: 'error_code', nullable: true })
  errorCode: GenerationErrorCode | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'started_at', nullable: true })
  startedAt: Date | null;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt: Date | null;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null;

  @Column('uuid', { name: 'parent_id', nullable: true })
  parentId: string | null;

  @Column('timestamptz', { name: 'fair_order_at' })
  fairOrderAt: Date;

  @Column({
    type: 'text',
    name: 'prompt_head',
    nullable: true,
    generatedType: 'STORED',
    asExpression: 'left(prompt, 100)',
    insert: false,
    update: false,
  })
  promptHead: string | null;
}
