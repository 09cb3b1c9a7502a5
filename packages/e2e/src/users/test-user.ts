import {
  STORAGE_KEYS,
  type Answer,
  type Locale,
  type Method,
  type OAuthProvider,
  type TokenPair,
  type User,
} from '@app/contracts';
import type { BrowserContextOptions } from '@playwright/test';
import { grantAccessAsNewAccount } from '@app/sandbox';

const LANGUAGE_TAGS: Record<Locale, string> = { en: 'en-US', zh: 'zh-CN' };

export const newProfile = (locale: Locale): BrowserContextOptions => ({ locale: LANGUAGE_TAGS[locale] });

export interface BegunSignIn {
  authUrl: string;
  /** Binds the sign-in to the browser that started it. */
  cookie: string;
}

export interface Account {
  name: string;
  /** Local part of the e-mail address. */
  handle: string;
  /** Whether the provider verified the address; true by default. */
  verified?: boolean;
}

export async function beginSignIn(origin: string, provider: OAuthProvider, redirect = '/'): Promise<BegunSignIn> {
  const answer = await fetch(`${origin}/api/auth/${provider}?redirect=${encodeURIComponent(redirect)}`);
  const { data } = (await answer.json()) as { data: Answer<'auth.start'> };
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return { authUrl: data.auth_url, cookie: cookie.join('; ') };
}

async function finishSignIn(origin: string, returned: URL, cookie: string, language: string): Promise<TokenPair> {
  const code = returned.searchParams.get('code');
  const state = returned.searchParams.get('state');
  const provider = state?.split('.')[0] ?? '';
  const answer = await fetch(`${origin}/api/auth/${provider}/callback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ code, state, language }),
  });
  if (!answer.ok) throw new Error(`The sign-in was answered with ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: TokenPair }).data;
}

/** Signed in through the API, for tests of other features. */
export class TestUser {
  constructor(
    private readonly origin: string,
    readonly tokens: TokenPair,
    readonly id: string,
    readonly account: Account,
  ) {}

  /** Resolves with the data. @throws Error with status and body */
  async call<T>(method: Method, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.tokens.access_token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  }

  profile(locale: Locale): BrowserContextOptions {
    const stored = {
      [STORAGE_KEYS.accessToken]: this.tokens.access_token,
      [STORAGE_KEYS.refreshToken]: this.tokens.refresh_token,
      [STORAGE_KEYS.locale]: locale,
    };
    const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
    return { ...newProfile(locale), storageState: { cookies: [], origins: [{ origin: this.origin, localStorage }] } };
  }
}

/** Signs up with Google by HTTP requests, without a page. */
export async function signUp(origin: string, account: Account, locale: Locale = 'en'): Promise<TestUser> {
  const { authUrl, cookie } = await beginSignIn(origin, 'google');
  const { name, handle, verified = true } = account;
  const fields = { name, email: `${handle}@example.com`, ...(verified && { verified: 'yes' }) };
  const returned = new URL(await grantAccessAsNewAccount(authUrl, fields));
  const tokens = await finishSignIn(origin, returned, cookie, LANGUAGE_TAGS[locale]);
  const me = await fetch(`${origin}/api/auth/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  return new TestUser(origin, tokens, ((await me.json()) as { data: User }).data.id, account);
}
