import { Column, Entity, PrimaryColumn } from 'typeorm';

export const GALLERY_LISTS = ['images', 'generations', 'favorites'] as const;
export type GalleryList = (typeof GALLERY_LISTS)[number];

@Entity('gallery_page_index')
export class GalleryPageIndexEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('text')
  list: GalleryList;

  @PrimaryColumn('integer')
  level: 1 | 2;

  @PrimaryColumn('bigint')
  block: number;

  @Column('bigint')
  gaps: number;
}
