import type { ApiKeyScope } from '@app/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  /** Shared by a key and those that replace it: they spend one budget. */
  @Column('uuid', { name: 'family_id' })
  familyId: string;

  @Column('text')
  name: string;

  @Column('text')
  hint: string;

  @Column('bytea', { name: 'key_hash' })
  keyHash: Buffer;

  @Column('text', { array: true })
  scopes: ApiKeyScope[];

  @Column('bigint', { name: 'daily_units', nullable: true })
  dailyUnits: number | null;

  @Column('bigint', { default: 0 })
  requests: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  @Column('uuid', { name: 'replaced_by', nullable: true })
  replacedBy: string | null;

  /** In which it was made; null once that is long over. */
  @Column('uuid', { name: 'session_id', nullable: true })
  sessionId: string | null;

  @Column('boolean', { name: 'mail_due', default: false })
  mailDue: boolean;
}
