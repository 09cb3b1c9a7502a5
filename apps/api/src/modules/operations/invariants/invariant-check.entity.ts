import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the last nightly check of an invariant found. */
@Entity('invariant_checks')
export class InvariantCheckEntity {
  @PrimaryColumn('text')
  invariant: string;

  @Column('bigint', { name: 'broken_rows' })
  brokenRows: number;

  @Column('timestamptz', { name: 'checked_at' })
  checkedAt: Date;
}
