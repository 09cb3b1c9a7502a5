import type { OAuthProvider, PreferenceLanguage, User } from '@app/contracts';
import { DEFAULT_PREFERENCES } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { row } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { displayName } from '../domain/display-name.js';
import { mergedEmail, usableEmail, type EmailState } from '../domain/email.js';
import { UserDirectory } from './user-directory.js';

/** Somebody as an identity provider describes them. */
export interface Identity {
  provider: OAuthProvider;
  /** The provider's own stable id; the only thing that tells accounts apart. */
  subject: string;
  email: string | null;
  emailVerified: boolean;
  /** Names by preference; the first that is usable is taken. */
  names: (string | null | undefined)[];
  avatarUrl: string | null;
}

interface Resolved {
  userId: string;
  isNew: boolean;
  /** The address that came new and unproven with this sign-in, or null. */
  emailToVerify: string | null;
}
export type ResolvedIdentity = Omit<Resolved, 'userId'> & { user: User };

interface KnownUser {
  id: string;
  email: string | null;
  email_verified: boolean;
}

// Locked, so that an account cannot be removed between this look and what is written to it.
const FIND = `
  select u.id, u.email, u.email_verified
    from identities i join users u on u.id = i.user_id
   where i.provider = $1 and i.subject = $2 and u.deleted_at is null
     for no key update of u`;
const CREATE = `
  insert into users (email, email_verified, name, avatar_url, language) values ($1, $2, $3, $4, $5) returning id`;
const UPDATE = `
  update users set email = $2, email_verified = $3, avatar_url = $4 where id = $1`;
const LINK = `
  insert into identities (provider, subject, user_id, email, email_verified) values ($1, $2, $3, $4, $5)
  on conflict (provider, subject) do update
     set user_id = excluded.user_id, email = excluded.email, email_verified = excluded.email_verified, last_sign_in_at = now()`;

/** Finds the account of an identity, or opens one. Accounts are never merged by e-mail: anybody can claim an address. */
@Injectable()
export class ResolveIdentity {
  constructor(
    private readonly dataSource: DataSource,
    private readonly directory: UserDirectory,
  ) {}

  /** `language` becomes the preference of a new account. */
  async run(identity: Identity, language: PreferenceLanguage | undefined): Promise<ResolvedIdentity> {
    const { userId, ...resolved } = await this.resolve(identity, language);
    return { ...resolved, user: await this.directory.find(userId) };
  }

  private resolve(identity: Identity, language: PreferenceLanguage | undefined): Promise<Resolved> {
    const incoming = usableEmail(identity.email, identity.emailVerified);
    return inTransaction(this.dataSource, async (tx) => {
      const { provider, subject } = identity;
      // Two tabs may sign in with the same new identity at once.
      await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`identity:${provider}:${subject}`]);
      const known = await row<KnownUser>(tx, FIND, [provider, subject]);
      const resolved = known
        ? await this.update(tx, known, identity, incoming)
        : await this.create(tx, identity, incoming, language ?? DEFAULT_PREFERENCES.language);
      await tx.query(LINK, [provider, subject, resolved.userId, incoming.email, incoming.verified]);
      return resolved;
    });
  }

  private async create(
    tx: EntityManager,
    identity: Identity,
    { email, verified }: EmailState,
    language: PreferenceLanguage,
  ): Promise<Resolved> {
    const name = displayName([...identity.names, email?.split('@')[0]], language);
    const created = await row<{ id: string }>(tx, CREATE, [email, verified, name, identity.avatarUrl, language]);
    if (!created) throw new Error('The new account was not returned');
    return { userId: created.id, isNew: true, emailToVerify: verified ? null : email };
  }

  private async update(
    tx: EntityManager,
    known: KnownUser,
    identity: Identity,
    incoming: EmailState,
  ): Promise<Resolved> {
    const held = { email: known.email, verified: known.email_verified };
    const merged = mergedEmail(held, incoming);
    await tx.query(UPDATE, [known.id, merged.email, merged.verified, identity.avatarUrl]);
    const isNewAddress = merged.email !== held.email && !merged.verified;
    return { userId: known.id, isNew: false, emailToVerify: isNewAddress ? merged.email : null };
  }
}
