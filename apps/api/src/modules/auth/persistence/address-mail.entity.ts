import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Outlives the account and holds only a keyed hash of the address. */
@Entity('address_mails')
export class AddressMailEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('bytea', { name: 'address_hmac' })
  addressHmac: Buffer;

  @Column('timestamptz', { name: 'sent_at' })
  sentAt: Date;
}
