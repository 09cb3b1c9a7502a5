import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('prompt_uses')
export class PromptUseEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('uuid')
  key: string;

  @Column('bigint')
  uses: number;

  @Column('bigint', { name: 'last_seq' })
  lastSeq: number;
}
