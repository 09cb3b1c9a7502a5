import type { PaymentProviderId } from '@app/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('billing_customers')
export class BillingCustomerEntity {
  @PrimaryColumn('text')
  provider: PaymentProviderId;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('text', { name: 'provider_customer_id' })
  providerCustomerId: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  /** When it was missing at the provider, and another one took its place. It still owns what it bought. */
  @Column('timestamptz', { name: 'replaced_at', nullable: true })
  replacedAt: Date | null;
}
