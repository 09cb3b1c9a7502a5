import type { PaidPlan } from '@app/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A planned change that a request takes off at the provider: kept until it is planned there again, or something else is. */
@Entity('interrupted_changes')
export class InterruptedChangeEntity {
  @PrimaryColumn('uuid', { name: 'subscription_id' })
  subscriptionId: string;

  @Column('text')
  plan: PaidPlan;

  @Column('boolean', { name: 'is_annual' })
  isAnnual: boolean;

  /** What it was planned to change. */
  @Column('text', { name: 'from_plan' })
  fromPlan: PaidPlan;

  @Column('boolean', { name: 'from_is_annual' })
  fromIsAnnual: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
