import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('favorites')
export class FavoriteEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('uuid', { name: 'image_id' })
  imageId: string;

  @Column('bigint')
  seq: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('boolean', { name: 'is_hidden' })
  isHidden: boolean;

  @Column('bigint', { name: 'image_seq', nullable: true })
  imageSeq: number | null;

  @Column('bigint', { name: 'generation_seq', nullable: true })
  generationSeq: number | null;
}
