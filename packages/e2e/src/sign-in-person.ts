import {
  STORAGE_KEYS,
  type Answer,
  type Locale,
  type Method,
  type OAuthProvider,
  type TokenPair,
} from '@app/contracts';
import { grantAccessAsNewAccount } from '@app/sandbox';
import type { BrowserContextOptions } from 'playwright-core';

const LANGUAGE_TAGS: Record<Locale, string> = { en: 'en-US', zh: 'zh-CN' };

/** A sign-in that has begun at the API, without a browser. */
export interface BegunSignIn {
  authUrl: string;
  /** The cookie that binds it to whoever began it. */
  cookie: string;
}

/** Somebody who is signed in by the API alone, for tests that are about something else. */
export interface Person {
  tokens: TokenPair;
  /** Calls the API as this person; the answer's data. @throws Error with status and body if it is refused */
  call<T>(method: Method, path: string, body?: unknown): Promise<T>;
  /** A browser profile in which this person is signed in. */
  profile(locale: Locale): BrowserContextOptions;
}

/** Begins a sign-in as a browser would; `origin` is the web server's. */
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

const asPerson = (origin: string, tokens: TokenPair): Person => ({
  tokens,
  async call<T>(method: Method, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  },
  profile: (locale) => ({
    locale: LANGUAGE_TAGS[locale],
    storageState: {
      cookies: [],
      origins: [
        {
          origin,
          localStorage: [
            { name: STORAGE_KEYS.accessToken, value: tokens.access_token },
            { name: STORAGE_KEYS.refreshToken, value: tokens.refresh_token },
            { name: STORAGE_KEYS.locale, value: locale },
          ],
        },
      ],
    },
  }),
});

/** Signs in a newcomer with Google, by the real calls but without a page. */
export async function newPerson(
  origin: string,
  who: { name: string; handle: string; verified?: boolean },
  locale: Locale = 'en',
) {
  const { authUrl, cookie } = await beginSignIn(origin, 'google');
  const { name, handle, verified = true } = who;
  const fields = { name, email: `${handle}@example.com`, ...(verified && { verified: 'yes' }) };
  const returned = new URL(await grantAccessAsNewAccount(authUrl, fields));
  return asPerson(origin, await finishSignIn(origin, returned, cookie, LANGUAGE_TAGS[locale]));
}
