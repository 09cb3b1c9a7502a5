import type { BatchPauseReason, BatchSource, BatchStatus } from '@app/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('batches')
export class BatchEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text', { nullable: true })
  name: string | null;

  @Column('text')
  source: BatchSource;

  /** The key that started or last resumed it; its rows count for the key's budget. */
  @Column('uuid', { name: 'api_key_id', nullable: true })
  apiKeyId: string | null;

  @Column('text', { default: 'running' })
  status: BatchStatus;

  @Column('text', { name: 'pause_reason', nullable: true })
  pauseReason: BatchPauseReason | null;

  @Column('text', { name: 'idem_key', nullable: true })
  idemKey: string | null;

  @Column('bytea', { name: 'body_hash', nullable: true })
  bodyHash: Buffer | null;

  @Column('integer', { name: 'row_count' })
  rowCount: number;

  @Column('bigint', { name: 'total_units' })
  totalUnits: number;

  @Column('timestamptz', { name: 'turn_at' })
  turnAt: Date;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt: Date | null;

  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt: Date | null;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null;
}
