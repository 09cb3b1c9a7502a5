import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('identity_marks')
export class IdentityMarkEntity {
  @PrimaryColumn('bytea', { name: 'identity_hmac' })
  identityHmac: Buffer;

  @PrimaryColumn('date')
  month: string;

  @Column('integer', { name: 'bonus_claims' })
  bonusClaims: number;

  @Column('date', { name: 'last_claim', nullable: true })
  lastClaim: string | null;
}
