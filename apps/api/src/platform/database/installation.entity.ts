import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('installation')
export class InstallationEntity {
  /** Allows one row only. */
  @PrimaryColumn('boolean', { name: 'is_only', default: true })
  isOnly: boolean;

  @Column('text')
  id: string;
}
