import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Slice, SliceOptions } from '../kit/store.js';

export const GoogleAccount = z.object({
  /** 21 digits, for ever the same. */
  sub: z.string().regex(/^\d{21}$/),
  name: z.string().min(1),
  email: z.email(),
  emailVerified: z.boolean(),
  /** Replaces the drawn portrait; any text, so that hostile values can be tried. */
  picture: z.string().optional(),
});
export type GoogleAccount = z.infer<typeof GoogleAccount>;

/** What a person or a test gives to make an account. */
export const NewGoogleAccount = GoogleAccount.omit({ sub: true });

const GoogleAccounts = z.array(GoogleAccount);

/** The same address always gets the same id, also after a reset, so that the API knows it again. */
const subOf = (email: string): string => {
  const digest = createHash('sha256').update(`google:${email.toLowerCase()}`).digest('hex');
  const digits = (BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0');
  return `1${digits}`;
};

const seeded = (name: string, email: string, emailVerified = true): GoogleAccount => ({
  sub: subOf(email),
  name,
  email,
  emailVerified,
});

export const googleAccountSlice: SliceOptions<GoogleAccount[]> = {
  name: 'google-accounts',
  schema: GoogleAccounts,
  seed: () => [
    seeded('Ada Lovelace', 'ada@example.com'),
    // The same address exists at GitHub.
    seeded('林悦', 'linyue@example.com'),
    seeded('Noor Haddad', 'noor@example.org', false),
  ],
};

/** Google's people. */
export class GoogleDirectory {
  constructor(private readonly state: Slice<GoogleAccount[]>) {}

  list(): readonly GoogleAccount[] {
    return this.state.value;
  }

  find(hint: string): GoogleAccount | undefined {
    const wanted = hint.toLowerCase();
    return this.state.value.find(({ sub, email }) => sub === hint || email.toLowerCase() === wanted);
  }

  /** Adds an account; one that already has this address is returned as it is, as signing in with it would. */
  add(account: z.infer<typeof NewGoogleAccount>): GoogleAccount {
    const existing = this.find(account.email);
    if (existing) return existing;
    const added = { ...account, sub: subOf(account.email) };
    this.state.update((accounts) => accounts.push(added));
    return added;
  }

  reset(): void {
    this.state.reset();
  }
}
