import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('spending_days')
export class SpendingDayEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('date')
  day: string;

  @Column('integer')
  pictures: number;

  @Column('bigint')
  units: number;
}
