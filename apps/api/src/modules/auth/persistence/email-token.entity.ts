import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('email_tokens')
export class EmailTokenEntity {
  @PrimaryColumn('bytea')
  hash: Buffer;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  email: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt: Date | null;
}
