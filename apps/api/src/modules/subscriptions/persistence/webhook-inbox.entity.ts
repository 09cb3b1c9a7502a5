import type { PaymentProviderId } from '@app/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const INBOX_STATES = ['new', 'done', 'ignored', 'quarantined'] as const;

@Entity('webhook_inbox')
export class WebhookInboxEntity {
  @PrimaryColumn('text')
  provider: PaymentProviderId;

  @PrimaryColumn('text', { name: 'event_id' })
  eventId: string;

  @Column('text')
  type: string;

  @Column('text', { name: 'object_id' })
  objectId: string;

  @Column('jsonb')
  body: object;

  @Column('text', { default: 'new' })
  state: (typeof INBOX_STATES)[number];

  @Column('integer', { default: 0 })
  tries: number;

  @Column('timestamptz', { name: 'due_at', default: () => 'now()' })
  dueAt: Date;

  @Column('timestamptz', { name: 'received_at', default: () => 'now()' })
  receivedAt: Date;

  @Column('timestamptz', { name: 'done_at', nullable: true })
  doneAt: Date | null;
}
