import { Column, Entity, PrimaryColumn } from 'typeorm';

export const HOLD_STATES = ['held', 'settled', 'returned'] as const;
export type HoldState = (typeof HOLD_STATES)[number];

@Entity('holds')
export class HoldEntity {
  @PrimaryColumn('uuid', { name: 'image_id' })
  imageId: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('bigint')
  amount: number;

  @Column('text')
  state: HoldState;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** Null for what was asked for in a session. */
  @Column('uuid', { name: 'api_key_id', nullable: true })
  apiKeyId: string | null;

  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt: Date | null;
}
