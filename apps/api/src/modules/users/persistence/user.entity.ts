import type { Plan, PreferenceLanguage, Timezone } from '@app/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('users')
export class UserEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { nullable: true })
  email: string | null;

  @Column('boolean', { name: 'email_verified' })
  emailVerified: boolean;

  @Column('text')
  name: string;

  @Column('text', { name: 'avatar_url', nullable: true })
  avatarUrl: string | null;

  @Column('text')
  plan: Plan;

  @Column('boolean', { name: 'email_notifications' })
  emailNotifications: boolean;

  @Column('boolean', { name: 'marketing_emails' })
  marketingEmails: boolean;

  @Column('text')
  language: PreferenceLanguage;

  @Column('text')
  timezone: Timezone;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null;
}
