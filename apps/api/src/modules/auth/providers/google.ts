import { PassportStrategy } from '@nestjs/passport';
import { Strategy, type Profile } from 'passport-google-oauth20';
import * as z from 'zod';
import { avatarUrl, type AvatarHost } from '../domain/avatar-url.js';
import { carriedState, HeadlessProvider } from './headless.js';
import { UnreadableProfileError } from './oauth-errors.js';
import type { ClientSettings, CreateAdapter, OAuthProfile } from './oauth-provider.port.js';

const AVATAR_HOSTS = ['.googleusercontent.com'];

const userInfo = z.object({
  sub: z.string().min(1).max(255),
  name: z.string().nullish().catch(null),
  email: z.string().nullish().catch(null),
  email_verified: z.union([z.boolean(), z.stringbool()]).catch(false).default(false),
  picture: z.unknown().optional(),
});

export function googleProfile(json: unknown, hosts: readonly AvatarHost[] = AVATAR_HOSTS): OAuthProfile {
  const parsed = userInfo.safeParse(json);
  if (!parsed.success) throw new UnreadableProfileError('Google answered no profile', { cause: parsed.error });
  const { sub, name, email, email_verified, picture } = parsed.data;
  return {
    provider: 'google',
    subject: sub,
    email: email ?? null,
    emailVerified: email_verified,
    names: [name],
    avatarUrl: avatarUrl(picture, hosts),
  };
}

class GoogleStrategy extends PassportStrategy(Strategy, 'google') {
  constructor(
    { clientId, clientSecret, callbackUrl }: ClientSettings,
    private readonly baseUrl: string | null,
  ) {
    super({
      clientID: clientId,
      clientSecret,
      callbackURL: callbackUrl,
      scope: ['openid', 'email', 'profile'],
      store: carriedState,
      pkce: true,
      ...(baseUrl && {
        authorizationURL: `${baseUrl}/o/oauth2/v2/auth`,
        tokenURL: `${baseUrl}/oauth2/v4/token`,
        userProfileURL: `${baseUrl}/oauth2/v3/userinfo`,
      }),
    });
    // Tokens in addresses end up in logs.
    this._oauth2.useAuthorizationHeaderforGET(true);
  }

  validate(_accessToken: string, _refreshToken: string, { _json }: Profile): OAuthProfile {
    return googleProfile(_json, this.baseUrl ? [new URL(this.baseUrl).origin] : AVATAR_HOSTS);
  }
}

export const createGoogle: CreateAdapter = (client, { baseUrl }) =>
  new HeadlessProvider('google', new GoogleStrategy(client, baseUrl), {
    authorize: { prompt: 'select_account' },
    timeoutMs: client.timeoutMs,
  });
