import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export const LEDGER_KINDS = ['grant', 'hold', 'settle', 'return', 'expire', 'clawback', 'debt_repay'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

@Entity('ledger_entries')
export class LedgerEntryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  kind: LedgerKind;

  @Column('bigint', { name: 'd_available' })
  dAvailable: number;

  @Column('bigint', { name: 'd_reserved' })
  dReserved: number;

  @Column('bigint', { name: 'd_debt' })
  dDebt: number;

  @Column('uuid', { name: 'image_id', nullable: true })
  imageId: string | null;

  @Column('bigint', { name: 'grant_id', nullable: true })
  grantId: number | null;

  @Column('text')
  key: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
