import type { WebhookContent } from '@app/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('webhook_events')
export class WebhookEventEntity {
  /** The `webhook-id` of every attempt at every endpoint. */
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  type: WebhookContent['type'];

  @Column('jsonb')
  data: object;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
