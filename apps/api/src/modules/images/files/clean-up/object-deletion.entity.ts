import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('object_deletions')
export class ObjectDeletionEntity {
  @PrimaryColumn('text', { name: 'object_key' })
  objectKey: string;

  @Column('timestamptz', { name: 'due_at' })
  dueAt: Date;

  @Column('timestamptz', { name: 'done_at', nullable: true })
  doneAt: Date | null;
}
