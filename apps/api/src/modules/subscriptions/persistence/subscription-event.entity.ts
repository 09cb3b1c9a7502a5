import type { PaidPlan, SubscriptionEventKind } from '@app/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('subscription_events')
export class SubscriptionEventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('uuid', { name: 'subscription_id' })
  subscriptionId: string;

  @Column('text')
  kind: SubscriptionEventKind;

  @Column('text')
  plan: PaidPlan;

  @Column('boolean', { name: 'is_annual' })
  isAnnual: boolean;

  @Column('bigint', { name: 'amount_cents', nullable: true })
  amountCents: number | null;

  @Column('text')
  key: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
