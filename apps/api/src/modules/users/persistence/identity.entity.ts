import type { OAuthProvider } from '@app/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('identities')
export class IdentityEntity {
  @PrimaryColumn('text')
  provider: OAuthProvider;

  @PrimaryColumn('text')
  subject: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text', { nullable: true })
  email: string | null;

  @Column('boolean', { name: 'email_verified' })
  emailVerified: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'last_sign_in_at' })
  lastSignInAt: Date;
}
