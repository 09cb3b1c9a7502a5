import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('running_exports')
export class RunningExportEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('uuid')
  id: string;

  @Column('timestamptz', { name: 'lease_until' })
  leaseUntil: Date;
}
