import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('prompt_tokens')
export class PromptTokenEntity {
  @PrimaryColumn('uuid', { name: 'generation_id' })
  generationId: string;

  @Column('bigint', { name: 'generation_seq' })
  generationSeq: number;

  @Column('bigint', { name: 'first_image_seq' })
  firstImageSeq: number;

  @Column('integer', { name: 'image_count' })
  imageCount: number;

  @Column('bigint', { array: true })
  tokens: number[];
}
