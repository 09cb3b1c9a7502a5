import type { PaymentProviderId } from '@app/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('billing_customers')
export class BillingCustomerEntity {
  @PrimaryColumn('text')
  provider: PaymentProviderId;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('text', { name: 'provider_customer_id' })
  providerCustomerId: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
