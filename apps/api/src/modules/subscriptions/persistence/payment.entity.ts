import {
  PAYMENT_STATES,
  type PaidPlan,
  type PaymentFailureReason,
  type PaymentKind,
  type PaymentProviderId,
} from '@app/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Beside the API's four states: a success that was refunded or disputed. */
export const STORED_PAYMENT_STATES = [...PAYMENT_STATES, 'refunded', 'disputed'] as const;
export type StoredPaymentState = (typeof STORED_PAYMENT_STATES)[number];

@Entity('payments')
export class PaymentEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  provider: PaymentProviderId;

  @Column('text')
  kind: PaymentKind;

  @Column('text')
  plan: PaidPlan;

  @Column('boolean', { name: 'is_annual' })
  isAnnual: boolean;

  @Column('bigint', { name: 'amount_cents' })
  amountCents: number;

  @Column('text', { default: 'USD' })
  currency: 'USD';

  @Column('text', { default: 'redirecting' })
  status: StoredPaymentState;

  @Column('text', { name: 'failure_reason', nullable: true })
  failureReason: PaymentFailureReason | null;

  @Column('uuid', { name: 'subscription_id', nullable: true })
  subscriptionId: string | null;

  @Column('uuid', { name: 'invoice_id', nullable: true })
  invoiceId: string | null;

  @Column('text', { name: 'provider_payment_id', nullable: true })
  providerPaymentId: string | null;

  @Column('bigint', { name: 'refunded_cents', default: 0 })
  refundedCents: number;

  @Column('timestamptz', { name: 'refund_requested_at', nullable: true })
  refundRequestedAt: Date | null;

  /**
   * Nothing was given for it, so it is paid back: of a second subscription, paid when its own had ended, or read when its
   * period was over.
   */
  @Column('boolean', { name: 'is_unearned', default: false })
  isUnearned: boolean;

  @Column('text', { name: 'hosted_invoice_url', nullable: true })
  hostedInvoiceUrl: string | null;

  /** Card and preview date of the first request, which a repeated one sends again. */
  @Column('text', { name: 'payment_method', nullable: true })
  paymentMethod: string | null;

  @Column('bigint', { name: 'proration_date', nullable: true })
  prorationDate: number | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'paid_at', nullable: true })
  paidAt: Date | null;
}
