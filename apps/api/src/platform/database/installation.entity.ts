import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('installation')
export class InstallationEntity {
  @PrimaryColumn('boolean', { name: 'is_only' })
  isOnly: boolean;

  @Column('text')
  id: string;
}
