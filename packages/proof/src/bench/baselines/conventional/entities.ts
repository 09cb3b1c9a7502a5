import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

@Entity('users')
export class User {
  @PrimaryColumn('uuid') id: string;
  @Column('text', { nullable: true }) email: string | null;
  @Column('text') name: string;
  @Column('text') plan: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt: Date | null;
}

@Entity('generations')
export class Generation {
  @PrimaryColumn('uuid') id: string;
  @Column('text') prompt: string;
  @Column('text', { name: 'negative_prompt', nullable: true }) negativePrompt: string | null;
  @Column('text') model: string;
  @Column('text') style: string;
  @Column('text') size: string;
  @Column('text') quality: string;
  @Column('text', { name: 'output_format' }) outputFormat: string;
  @Column('text', { nullable: true }) engine: string | null;
  @Column('bigint', { name: 'unit_price' }) unitPrice: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}

@Entity('images')
export class Image {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('uuid', { name: 'generation_id' }) generationId: string;
  @ManyToOne(() => Generation)
  @JoinColumn({ name: 'generation_id' })
  generation: Generation;
  @Column('bigint') seq: string;
  @Column('text') status: string;
  @Column('bigint') seed: string;
  @Column('int') width: number;
  @Column('int') height: number;
  @Column('text', { name: 'object_key', nullable: true }) objectKey: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt: Date | null;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt: Date | null;
}
