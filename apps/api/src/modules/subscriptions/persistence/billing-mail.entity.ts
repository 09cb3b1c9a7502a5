import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MailFacts, MailKind } from '../domain/billing-mail.js';

@Entity('billing_mails')
export class BillingMailEntity {
  @PrimaryColumn('text')
  key: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  kind: MailKind;

  @Column('jsonb')
  facts: MailFacts;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'sent_at', nullable: true })
  sentAt: Date | null;
}
