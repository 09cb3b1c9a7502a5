import type { INVOICE_STATES, PaidPlan, PaymentProviderId } from '@app/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export const INVOICE_REASONS = ['start', 'renewal', 'upgrade'] as const;

@Entity('billing_invoices')
export class BillingInvoiceEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('uuid', { name: 'subscription_id' })
  subscriptionId: string;

  @Column('text')
  provider: PaymentProviderId;

  @Column('text', { name: 'provider_invoice_id' })
  providerInvoiceId: string;

  @Column('text', { nullable: true })
  number: string | null;

  @Column('text')
  reason: (typeof INVOICE_REASONS)[number];

  @Column('text')
  status: (typeof INVOICE_STATES)[number];

  @Column('text')
  plan: PaidPlan;

  @Column('boolean', { name: 'is_annual' })
  isAnnual: boolean;

  @Column('bigint', { name: 'amount_cents' })
  amountCents: number;

  @Column('timestamptz', { name: 'period_start' })
  periodStart: Date;

  @Column('timestamptz', { name: 'period_end' })
  periodEnd: Date;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'paid_at', nullable: true })
  paidAt: Date | null;
}
