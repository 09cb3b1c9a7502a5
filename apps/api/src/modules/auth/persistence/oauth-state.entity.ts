import type { OAuthProvider } from '@app/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('oauth_states')
export class OAuthStateEntity {
  @PrimaryColumn('bytea', { name: 'state_hash' })
  stateHash: Buffer;

  @Column('text')
  provider: OAuthProvider;

  @Column('bytea', { name: 'browser_hash' })
  browserHash: Buffer;

  @Column('bytea', { name: 'verifier_sealed' })
  verifierSealed: Buffer;

  @Column('text', { name: 'redirect_path' })
  redirectPath: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt: Date | null;
}
