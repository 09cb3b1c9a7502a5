import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('gallery_counters')
export class GalleryCountersEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('bigint', { name: 'next_generation_seq' })
  nextGenerationSeq: number;

  @Column('bigint', { name: 'generation_count' })
  generationCount: number;

  @Column('bigint', { name: 'next_image_seq' })
  nextImageSeq: number;

  @Column('bigint', { name: 'image_count' })
  imageCount: number;

  @Column('bigint', { name: 'next_favorite_seq' })
  nextFavoriteSeq: number;

  @Column('bigint', { name: 'favorite_count' })
  favoriteCount: number;

  @Column('bigint', { name: 'prompt_count' })
  promptCount: number;
}
