import { type Locale, type PaymentProviderId } from '@app/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('checkout_sessions')
export class CheckoutSessionEntity {
  @PrimaryColumn('uuid', { name: 'payment_id' })
  paymentId: string;

  @Column('text')
  provider: PaymentProviderId;

  @Column('text', { name: 'provider_session_id', nullable: true })
  providerSessionId: string | null;

  @Column('text', { nullable: true })
  url: string | null;

  @Column('text', { name: 'success_url' })
  successUrl: string;

  @Column('text', { name: 'cancel_url' })
  cancelUrl: string;

  @Column('text', { default: 'en' })
  locale: Locale;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
