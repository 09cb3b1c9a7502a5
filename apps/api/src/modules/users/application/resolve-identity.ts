import type { OAuthProvider, PreferenceLanguage, Preferences, Timezone, User } from '@app/contracts';
import { DEFAULT_PREFERENCES } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { insertOne } from '../../../platform/database/insert-one.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { displayName } from '../domain/display-name.js';
import { mergedEmail, usableEmail, type EmailState } from '../domain/email.js';
import { IdentityEntity } from '../persistence/identity.entity.js';
import { UserEntity } from '../persistence/user.entity.js';
import { UserDirectory } from './user-directory.js';

export interface Identity {
  provider: OAuthProvider;
  /** The provider's stable id, which alone identifies an account. */
  subject: string;
  email: string | null;
  emailVerified: boolean;
  names: (string | null | undefined)[];
  avatarUrl: string | null;
}

type NewPreferences = Pick<Preferences, 'language' | 'timezone'>;

interface Resolved {
  userId: string;
  isNew: boolean;
  emailToVerify: string | null;
}
export type ResolvedIdentity = Omit<Resolved, 'userId'> & { user: User };

/** Accounts are never merged by email, because anybody can claim an address. */
@Injectable()
export class ResolveIdentity {
  constructor(
    private readonly dataSource: DataSource,
    private readonly directory: UserDirectory,
  ) {}

  /** `language` and `timezone` are those of a new account. */
  async run(
    identity: Identity,
    language: PreferenceLanguage = DEFAULT_PREFERENCES.language,
    timezone: Timezone = DEFAULT_PREFERENCES.timezone,
  ): Promise<ResolvedIdentity> {
    const { userId, ...resolved } = await this.resolve(identity, { language, timezone });
    return { ...resolved, user: await this.directory.find(userId) };
  }

  private resolve(identity: Identity, preferences: NewPreferences): Promise<Resolved> {
    const incoming = usableEmail(identity.email, identity.emailVerified);
    return inTransaction(this.dataSource, async (tx) => {
      const { provider, subject } = identity;
      // Two tabs may sign in with the same new identity at once.
      await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`identity:${provider}:${subject}`]);
      const known = await this.findUser(tx, { provider, subject });
      const resolved = known
        ? await this.update(tx, known, identity, incoming)
        : await this.create(tx, identity, incoming, preferences);
      await tx.upsert(
        IdentityEntity,
        {
          provider,
          subject,
          userId: resolved.userId,
          email: incoming.email,
          emailVerified: incoming.verified,
          lastSignInAt: () => 'now()',
        },
        ['provider', 'subject'],
      );
      return resolved;
    });
  }

  /** Locks the user, so that the account is not removed before the transaction has written to it. */
  private findUser(tx: EntityManager, identity: Pick<Identity, 'provider' | 'subject'>): Promise<UserEntity | null> {
    return tx
      .createQueryBuilder(UserEntity, 'u')
      .innerJoin(IdentityEntity, 'i', 'i.userId = u.id')
      .where('i.provider = :provider and i.subject = :subject and u.deletedAt is null', identity)
      .setLock('for_no_key_update', undefined, ['u'])
      .getOne();
  }

  private async create(
    tx: EntityManager,
    identity: Identity,
    { email, verified }: EmailState,
    preferences: NewPreferences,
  ): Promise<Resolved> {
    const name = displayName([...identity.names, email?.split('@')[0]], preferences.language);
    const userId = await insertOne(tx, UserEntity, {
      email,
      emailVerified: verified,
      name,
      avatarUrl: identity.avatarUrl,
      ...preferences,
    });
    return { userId, isNew: true, emailToVerify: verified ? null : email };
  }

  private async update(
    tx: EntityManager,
    known: UserEntity,
    identity: Identity,
    incoming: EmailState,
  ): Promise<Resolved> {
    const current = { email: known.email, verified: known.emailVerified };
    const merged = mergedEmail(current, incoming);
    await tx.update(UserEntity, known.id, {
      email: merged.email,
      emailVerified: merged.verified,
      avatarUrl: identity.avatarUrl,
    });
    const isNewAddress = merged.email !== current.email && !merged.verified;
    return { userId: known.id, isNew: false, emailToVerify: isNewAddress ? merged.email : null };
  }
}
