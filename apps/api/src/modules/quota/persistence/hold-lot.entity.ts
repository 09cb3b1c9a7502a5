import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('hold_lots')
export class HoldLotEntity {
  @PrimaryColumn('uuid', { name: 'image_id' })
  imageId: string;

  @PrimaryColumn('bigint', { name: 'grant_id' })
  grantId: number;

  @Column('bigint')
  amount: number;
}
