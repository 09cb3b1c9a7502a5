import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('installation')
export class InstallationEntity {
  @PrimaryColumn('boolean', { name: 'is_only', default: true })
  isOnly: boolean;

  @Column('text')
  id: string;
}
