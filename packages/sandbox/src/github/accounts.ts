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
  /** The address on the public profile. */
  email: z.email().nullable(),
  emails: z.array(EmailAddress),
  /** `refused`: the person did not grant the list, although it was asked for. */
  emailList: z.enum(['given', 'refused']),
  /** Replaces the drawn portrait; any text, so that hostile values can be tried. */
  avatarUrl: z.string().optional(),
});
export type GithubAccount = z.infer<typeof GithubAccount>;

/** What a person or a test gives to make an account. */
export const NewGithubAccount = GithubAccount.omit({ id: true });
export type NewGithubAccount = z.infer<typeof NewGithubAccount>;

/** The same login always gets the same id, also after a reset, so that the API knows it again. */
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
  // No public address, several private ones; the primary exists at Google too.
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
  // Claims, without proof, the address of an account at Google.
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

/** GitHub's people. */
export class GithubDirectory {
  constructor(private readonly state: Slice<GithubAccount[]>) {}

  list(): readonly GithubAccount[] {
    return this.state.value;
  }

  /** By id, login or any of the addresses. */
  find(hint: string): GithubAccount | undefined {
    const wanted = hint.toLowerCase();
    const matches = ({ id, login, emails }: GithubAccount) =>
      String(id) === hint ||
      login.toLowerCase() === wanted ||
      emails.some(({ email }) => email.toLowerCase() === wanted);
    return this.state.value.find(matches);
  }

  /** Adds an account; one that already has this login is returned as it is, as signing in with it would. */
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
