import type { PaidPlan, PaymentProviderId } from '@app/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ProviderStatus } from '../domain/subscription-access.js';

@Entity('subscriptions')
export class SubscriptionEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  provider: PaymentProviderId;

  @Column('text', { name: 'provider_subscription_id' })
  providerSubscriptionId: string;

  @Column('text')
  plan: PaidPlan;

  @Column('boolean', { name: 'is_annual' })
  isAnnual: boolean;

  @Column('text')
  status: ProviderStatus;

  @Column('timestamptz', { name: 'anchored_at' })
  anchoredAt: Date;

  @Column('timestamptz', { name: 'period_start' })
  periodStart: Date;

  @Column('timestamptz', { name: 'period_end' })
  periodEnd: Date;

  @Column('boolean', { name: 'cancel_at_period_end', default: false })
  cancelAtPeriodEnd: boolean;

  @Column('timestamptz', { name: 'canceled_at', nullable: true })
  canceledAt: Date | null;

  @Column('text', { name: 'cancel_reason', nullable: true })
  cancelReason: string | null;

  @Column('text', { name: 'pending_plan', nullable: true })
  pendingPlan: PaidPlan | null;

  @Column('boolean', { name: 'pending_is_annual', nullable: true })
  pendingIsAnnual: boolean | null;

  /** Null for subscriptions that were last read before it was kept. */
  @Column('integer', { name: 'next_amount_cents', nullable: true })
  nextAmountCents: number | null;

  @Column('timestamptz', { name: 'grace_until', nullable: true })
  graceUntil: Date | null;

  @Column('text', { name: 'hosted_invoice_url', nullable: true })
  hostedInvoiceUrl: string | null;

  @Column('timestamptz', { name: 'next_grant_at', nullable: true })
  nextGrantAt: Date | null;

  @Column('boolean', { name: 'is_duplicate', default: false })
  isDuplicate: boolean;

  @Column('bigint', { name: 'read_number' })
  readNumber: number;

  @Column('timestamptz', { name: 'synced_at', default: () => 'now()' })
  syncedAt: Date;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
