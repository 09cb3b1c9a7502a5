import type { GrantKind } from '@app/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('credit_grants')
export class CreditGrantEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  kind: GrantKind;

  @Column('text', { name: 'source_key' })
  sourceKey: string;

  /** The key of the grant of which this one was restored, or its own. */
  @Column({
    type: 'text',
    name: 'origin_key',
    generatedType: 'STORED',
    asExpression: `replace(source_key, 'restore:', '')`,
    insert: false,
    update: false,
  })
  originKey: string;

  @Column('bigint')
  amount: number;

  @Column('bigint')
  remaining: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { name: 'month_ends_at', nullable: true })
  monthEndsAt: Date | null;

  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt: Date | null;
}
