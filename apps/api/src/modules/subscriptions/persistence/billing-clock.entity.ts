import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: how far `billing_now()` is ahead of the time of the database. */
@Entity('billing_clock')
export class BillingClockEntity {
  @PrimaryColumn('integer', { default: 1 })
  id: number;

  @Column('bigint', { name: 'shift_seconds', default: 0 })
  shiftSeconds: number;
}
