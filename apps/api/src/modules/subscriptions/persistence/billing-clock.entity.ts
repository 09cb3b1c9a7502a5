import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: how far `billing_now()` is ahead of the database's time. */
@Entity('billing_clock')
export class BillingClockEntity {
  @PrimaryColumn('integer', { default: 1 })
  id: number;

  @Column('bigint', { name: 'shift_seconds', default: 0 })
  shiftSeconds: number;
}
