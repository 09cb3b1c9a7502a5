import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('refresh_tokens')
export class RefreshTokenEntity {
  @PrimaryColumn('bytea')
  hash: Buffer;

  @Column('uuid', { name: 'session_id' })
  sessionId: string;

  @Column('bytea', { name: 'parent_hash', nullable: true })
  parentHash: Buffer | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt: Date | null;

  @Column('bytea', { name: 'successor_sealed', nullable: true })
  successorSealed: Buffer | null;
}
