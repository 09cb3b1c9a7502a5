import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('billing_details')
export class BillingDetailsEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  company: string;

  @Column('text', { name: 'tax_id' })
  taxId: string;

  @Column('text')
  address: string;
}
