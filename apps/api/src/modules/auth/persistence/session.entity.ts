import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export const REVOKE_REASONS = ['logout', 'token_reuse', 'account_deleted', 'expired'] as const;
export type RevokeReason = (typeof REVOKE_REASONS)[number];

@Entity('sessions')
export class SessionEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'absolute_expiry' })
  absoluteExpiry: Date;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  @Column('text', { name: 'revoke_reason', nullable: true })
  revokeReason: RevokeReason | null;
}
