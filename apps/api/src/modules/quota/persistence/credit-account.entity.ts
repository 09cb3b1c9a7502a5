import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('credit_accounts')
export class CreditAccountEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('bigint')
  available: number;

  @Column('bigint')
  reserved: number;

  @Column('bigint')
  debt: number;
}
