import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A removed account whose debt an account of the same identity inherits. */
@Entity('debtor_marks')
export class DebtorMarkEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('text', { name: 'identity_hmac' })
  identityHmac: string;
}
