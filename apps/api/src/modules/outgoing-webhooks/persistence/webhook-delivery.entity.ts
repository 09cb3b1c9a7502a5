import type { WebhookDelivery, WebhookFailure } from '@app/contracts';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { WebhookEndpointEntity } from './webhook-endpoint.entity.js';
import { WebhookEventEntity } from './webhook-event.entity.js';

/** An event on its way to one endpoint; a replay is another one. */
@Entity('webhook_deliveries')
export class WebhookDeliveryEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'event_id' })
  eventId: string;

  @ManyToOne(() => WebhookEventEntity)
  @JoinColumn({ name: 'event_id' })
  event: WebhookEventEntity;

  @Column('uuid', { name: 'endpoint_id' })
  endpointId: string;

  @ManyToOne(() => WebhookEndpointEntity)
  @JoinColumn({ name: 'endpoint_id' })
  endpoint: WebhookEndpointEntity;

  @Column('text', { default: 'pending' })
  status: WebhookDelivery['status'];

  @Column('integer', { default: 0 })
  attempts: number;

  @Column('integer', { name: 'last_status', nullable: true })
  lastStatus: number | null;

  @Column('text', { name: 'last_failure', nullable: true })
  lastFailure: WebhookFailure | null;

  @Column('timestamptz', { name: 'last_attempt_at', nullable: true })
  lastAttemptAt: Date | null;

  @Column('timestamptz', { name: 'next_attempt_at', nullable: true, default: () => 'now()' })
  nextAttemptAt: Date | null;

  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
