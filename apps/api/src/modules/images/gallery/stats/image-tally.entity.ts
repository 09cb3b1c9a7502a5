import type { Model, Style } from '@app/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const TALLY_STATES = ['open', 'delivered', 'failed'] as const;
export type TallyState = (typeof TALLY_STATES)[number];

@Entity('picture_tallies')
export class ImageTallyEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('text')
  model: Model;

  @PrimaryColumn('text')
  style: Style;

  @PrimaryColumn('text')
  state: TallyState;

  @Column('bigint', { name: 'pictures' })
  images: number;
}
