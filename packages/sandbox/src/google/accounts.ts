import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Slice, SliceOptions } from '../kit/store.js';

export const GoogleAccount = z.object({
  /** 21 digits, constant. */
  sub: z.string().regex(/^\d{21}$/),
  name: z.string().min(1),
  email: z.email(),
  emailVerified: z.boolean(),
  /** Replaces the drawn avatar; not validated, so that hostile values can be tested. */
  picture: z.string().optional(),
});
export type GoogleAccount = z.infer<typeof GoogleAccount>;

export const NewGoogleAccount = GoogleAccount.omit({ sub: true });

const GoogleAccounts = z.array(GoogleAccount);

/** Derived from the address, so that ids survive a reset. */
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

export class GoogleDirectory {
  constructor(private readonly state: Slice<GoogleAccount[]>) {}

  list(): readonly GoogleAccount[] {
    return this.state.value;
  }

  find(hint: string): GoogleAccount | undefined {
    const wanted = hint.toLowerCase();
    return this.state.value.find(({ sub, email }) => sub === hint || email.toLowerCase() === wanted);
  }

  /** Returns the existing account when the address is taken. */
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
