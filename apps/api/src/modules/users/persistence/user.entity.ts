import { DEFAULT_PREFERENCES, type Plan, type PreferenceLanguage, type Timezone } from '@app/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('users')
export class UserEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('text', { nullable: true })
  email: string | null;

  @Column('boolean', { name: 'email_verified', default: false })
  emailVerified: boolean;

  @Column('text')
  name: string;

  @Column('text', { name: 'avatar_url', nullable: true })
  avatarUrl: string | null;

  @Column('text', { default: 'free' })
  plan: Plan;

  @Column('boolean', { name: 'email_notifications', default: DEFAULT_PREFERENCES.emailNotifications })
  emailNotifications: boolean;

  @Column('boolean', { name: 'marketing_emails', default: DEFAULT_PREFERENCES.marketingEmails })
  marketingEmails: boolean;

  @Column('text', { default: DEFAULT_PREFERENCES.language })
  language: PreferenceLanguage;

  @Column('text', { default: DEFAULT_PREFERENCES.timezone })
  timezone: Timezone;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null;
}
