import type { GoogleAccount } from './accounts.js';

/** Older scope names that Google still accepts. */
const SCOPE_ALIASES: Record<string, string> = {
  'https://www.googleapis.com/auth/userinfo.email': 'email',
  'https://www.googleapis.com/auth/userinfo.profile': 'profile',
};

/** Undefined if the scope grants no access. */
export function userInfoOf(
  account: GoogleAccount,
  scope: readonly string[],
  avatarUrl: string,
): Record<string, unknown> | undefined {
  const granted = new Set(scope.map((name) => SCOPE_ALIASES[name] ?? name));
  if (!['openid', 'profile', 'email'].some((name) => granted.has(name))) return undefined;
  const [givenName = account.name, ...rest] = account.name.split(' ');
  return {
    sub: account.sub,
    ...(granted.has('profile') && {
      name: account.name,
      given_name: givenName,
      ...(rest.length > 0 && { family_name: rest.join(' ') }),
      picture: account.picture ?? avatarUrl,
    }),
    ...(granted.has('email') && { email: account.email, email_verified: account.emailVerified }),
  };
}
