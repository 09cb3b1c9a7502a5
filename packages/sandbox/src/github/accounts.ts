import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Slice, SliceOptions } from '../kit/store.js';

const EmailAddress = z.object({
  email: z.email(),
  primary: z.boolean(),
  verified: z.boolean(),
  visibility: z.enum(['public', 'private']).nullable(),
});

export const GithubAccount = z.object({
  id: z.number().int().positive(),
  login: z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?$/),
  name: z.string().nullable(),
  email: z.email().nullable(),
  emails: z.array(EmailAddress),
  /** `refused`: the user did not grant access to the e-mail list. */
  emailList: z.enum(['given', 'refused']),
  /** Replaces the drawn avatar; not validated, so that hostile values can be tested. */
  avatarUrl: z.string().optional(),
});
export type GithubAccount = z.infer<typeof GithubAccount>;

export const NewGithubAccount = GithubAccount.omit({ id: true });
export type NewGithubAccount = z.infer<typeof NewGithubAccount>;

/** Derived from the login, so that ids survive a reset. */
const idOf = (login: string): number =>
  10_000_000 + (createHash('sha256').update(`github:${login.toLowerCase()}`).digest().readUInt32BE(0) % 200_000_000);

type Email = GithubAccount['emails'][number];

export const primaryEmail = (email: string, options: { verified: boolean; isPublic: boolean }): Email => ({
  email,
  primary: true,
  verified: options.verified,
  visibility: options.isPublic ? 'public' : 'private',
});

const secondary = (email: string, verified: boolean): Email => ({ email, primary: false, verified, visibility: null });

const noreply = (login: string): Email => secondary(`${idOf(login)}+${login}@users.noreply.github.com`, true);

const seeded = (account: Omit<GithubAccount, 'id' | 'emailList'> & Partial<GithubAccount>): GithubAccount => ({
  id: idOf(account.login),
  emailList: 'given',
  ...account,
});

const seeds = (): GithubAccount[] => [
  seeded({
    login: 'grace-hopper',
    name: 'Grace Hopper',
    email: 'grace@example.com',
    emails: [primaryEmail('grace@example.com', { verified: true, isPublic: true })],
  }),
  // No public address, several private ones; the primary one also exists at Google.
  seeded({
    login: 'linyue',
    name: '林悦',
    email: null,
    emails: [
      secondary('yue@work.example', false),
      primaryEmail('linyue@example.com', { verified: true, isPublic: false }),
      noreply('linyue'),
    ],
  }),
  // Claims the unverified address of a Google account.
  seeded({
    login: 'not-ada',
    name: 'Not Ada',
    email: null,
    emails: [primaryEmail('ada@example.com', { verified: false, isPublic: false })],
  }),
  seeded({ login: 'no-address', name: null, email: null, emails: [] }),
  seeded({
    login: 'keeps-quiet',
    name: 'Keeps Quiet',
    email: null,
    emails: [primaryEmail('quiet@example.com', { verified: true, isPublic: false })],
    emailList: 'refused',
  }),
];

export const githubAccountSlice: SliceOptions<GithubAccount[]> = {
  name: 'github-accounts',
  schema: z.array(GithubAccount),
  seed: seeds,
};

export class GithubDirectory {
  constructor(private readonly state: Slice<GithubAccount[]>) {}

  list(): readonly GithubAccount[] {
    return this.state.value;
  }

  /** Finds by id, login or any address. */
  find(hint: string): GithubAccount | undefined {
    const wanted = hint.toLowerCase();
    const matches = ({ id, login, emails }: GithubAccount) =>
      String(id) === hint ||
      login.toLowerCase() === wanted ||
      emails.some(({ email }) => email.toLowerCase() === wanted);
    return this.state.value.find(matches);
  }

  /** Returns the existing account when the login is taken. */
  add(account: NewGithubAccount): GithubAccount {
    const existing = this.state.value.find(({ login }) => login.toLowerCase() === account.login.toLowerCase());
    if (existing) return existing;
    const added = { ...account, id: idOf(account.login) };
    this.state.update((accounts) => accounts.push(added));
    return added;
  }

  reset(): void {
    this.state.reset();
  }
}
