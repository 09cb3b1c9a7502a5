import { Entity, PrimaryColumn, Column } from 'typeorm';

@Entity('expiry_mails')
export class ExpiryMailEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'sent_at' })
  sentAt: Date;
}
