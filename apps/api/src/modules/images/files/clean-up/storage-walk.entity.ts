import { Column, Entity, PrimaryColumn } from 'typeorm';

export type WalkName = 'orphans' | 'lost-files';

@Entity('storage_walks')
export class StorageWalkEntity {
  @PrimaryColumn('text')
  name: WalkName;

  @Column('text', { nullable: true })
  position: string | null;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt: Date | null;
}
