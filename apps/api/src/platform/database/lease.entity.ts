import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('leases')
export class LeaseEntity {
  @PrimaryColumn('text')
  name: string;

  @Column('uuid')
  owner: string;

  @Column('timestamptz')
  until: Date;
}
