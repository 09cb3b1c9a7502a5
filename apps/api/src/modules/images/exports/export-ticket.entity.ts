import type { ExportFormat, Locale } from '@app/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('export_tickets')
export class ExportTicketEntity {
  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('uuid', { name: 'session_id', nullable: true })
  sessionId: string | null;

  @Column('text')
  format: ExportFormat;

  @Column('uuid', { name: 'image_ids', array: true, nullable: true })
  imageIds: string[] | null;

  @Column('bigint', { nullable: true })
  before: number | null;

  @Column('text')
  locale: Locale;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt: Date | null;
}
