import type { WebhookEvent } from '@app/contracts';
import { Column, DeleteDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('webhook_endpoints')
export class WebhookEndpointEntity {
  /** Chosen by us, because the secret is bound to it. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  url: string;

  @Column('text', { array: true })
  events: WebhookEvent[];

  @Column('boolean', { default: true })
  enabled: boolean;

  @Column('bytea', { name: 'secret_sealed' })
  secretSealed: Buffer;

  @Column('bytea', { name: 'previous_secret_sealed', nullable: true })
  previousSecretSealed: Buffer | null;

  @Column('timestamptz', { name: 'previous_secret_until', nullable: true })
  previousSecretUntil: Date | null;

  @Column('timestamptz', { name: 'failing_since', nullable: true })
  failingSince: Date | null;

  @Column('timestamptz', { name: 'disabled_at', nullable: true })
  disabledAt: Date | null;

  @Column('boolean', { name: 'mail_due', default: false })
  mailDue: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  /** Repositories leave out what is deleted. */
  @DeleteDateColumn({ type: 'timestamptz', name: 'deleted_at' })
  deletedAt: Date | null;
}
