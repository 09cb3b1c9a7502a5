import type { GenerationErrorCode, Model, OutputFormat, Size, Style } from '@app/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RowStatus } from './row-status.js';

@Entity('images')
export class ImageEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'generation_id' })
  generationId: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('integer')
  idx: number;

  @Column('bigint')
  seq: number;

  @Column('text')
  status: RowStatus;

  @Column('text', { name: 'error_code', nullable: true })
  errorCode: GenerationErrorCode | null;

  @Column('bigint')
  seed: number;

  @Column('integer')
  width: number;

  @Column('integer')
  height: number;

  @Column('text', { name: 'object_key', nullable: true })
  objectKey: string | null;

  @Column('text', { nullable: true })
  format: OutputFormat | null;

  @Column('bigint', { nullable: true })
  bytes: number | null;

  @Column('bytea', { nullable: true })
  sha256: Buffer | null;

  @Column('integer', { name: 'thumb_widths', array: true })
  thumbWidths: number[];

  @Column('bytea', { nullable: true })
  thumbhash: Buffer | null;

  @Column('text', { name: 'engine_request_id', nullable: true })
  engineRequestId: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt: Date | null;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null;

  @Column('timestamptz', { name: 'purge_at', nullable: true })
  purgeAt: Date | null;

  @Column('timestamptz', { name: 'file_lost_at', nullable: true })
  fileLostAt: Date | null;

  @Column('timestamptz', { name: 'purged_at', nullable: true })
  purgedAt: Date | null;

  @Column('text')
  style: Style;

  @Column('text')
  model: Model;

  @Column('text')
  size: Size;

  @Column('text', { name: 'prompt_head' })
  promptHead: string;
}
