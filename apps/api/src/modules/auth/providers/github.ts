import { PassportStrategy } from '@nestjs/passport';
import { Strategy, type Profile } from 'passport-github2';
import * as z from 'zod';
import { avatarUrl, type AvatarHost } from '../domain/avatar-url.js';
import { carriedState, HeadlessProvider } from './headless.js';
import { UnreadableProfileError } from './oauth-errors.js';
import type { ClientSettings, CreateAdapter, OAuthProfile, StandInAddresses } from './oauth-provider.port.js';

const AVATAR_HOSTS = ['avatars.githubusercontent.com'];
// GitHub's address for users who hide theirs; mail to it never arrives.
const NOREPLY = /@users\.noreply\.github\.com$/i;
const SCOPE = ['read:user', 'user:email'];

const account = z.object({
  id: z.union([z.int().positive(), z.string().min(1).max(255)]),
  login: z.string().nullish().catch(null),
  name: z.string().nullish().catch(null),
  email: z.string().nullish().catch(null),
  avatar_url: z.unknown().optional(),
});
const addressList = z
  .array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
  .max(1000)
  .catch([]);
type Address = z.output<typeof addressList>[number];

/** The primary address if it is verified, else any verified one, else any. */
function bestAddress(addresses: Address[], shown: string | null): { email: string | null; verified: boolean } {
  const deliverable = addresses.filter(({ email }) => !NOREPLY.test(email));
  const best =
    deliverable.find(({ primary, verified }) => primary && verified) ??
    deliverable.find(({ verified }) => verified) ??
    deliverable.find(({ primary }) => primary) ??
    deliverable[0];
  return best ? { email: best.email, verified: best.verified } : { email: shown, verified: false };
}

export function githubProfile(
  json: unknown,
  addresses: unknown,
  hosts: readonly AvatarHost[] = AVATAR_HOSTS,
): OAuthProfile {
  const parsed = account.safeParse(json);
  if (!parsed.success) throw new UnreadableProfileError('GitHub answered no profile', { cause: parsed.error });
  const { id, login, name, email, avatar_url } = parsed.data;
  const best = bestAddress(addressList.parse(addresses), email ?? null);
  return {
    provider: 'github',
    subject: String(id),
    email: best.email,
    emailVerified: best.verified,
    names: [name, login],
    avatarUrl: avatarUrl(avatar_url, hosts),
  };
}

interface ProfileWithAddresses extends Profile {
  _json: unknown;
  addresses?: unknown;
}
type ProfileCallback = Parameters<Strategy['userProfile']>[1];

type TokenCallback = (
  error: unknown,
  accessToken?: string,
  refreshToken?: string,
  results?: { error?: unknown },
) => void;
type Exchange = (code: string, params: object, callback: TokenCallback) => void;

class GithubStrategy extends PassportStrategy(Strategy, 'github') {
  private readonly addressesUrl: string;

  constructor(
    { clientId, clientSecret, callbackUrl }: ClientSettings,
    private readonly standIn: StandInAddresses,
  ) {
    const apiUrl = standIn.apiUrl ?? 'https://api.github.com';
    super({
      clientID: clientId,
      clientSecret,
      callbackURL: callbackUrl,
      userProfileURL: `${apiUrl}/user`,
      store: carriedState,
      pkce: true,
      // Scopes are passed when a login begins: with one here, the strategy fails the login without the address list.
      ...(standIn.baseUrl && {
        authorizationURL: `${standIn.baseUrl}/login/oauth/authorize`,
        tokenURL: `${standIn.baseUrl}/login/oauth/access_token`,
      }),
    });
    this.addressesUrl = `${apiUrl}/user/emails`;
    this.reportTokenErrors();
  }

  override userProfile(accessToken: string, done: ProfileCallback): void {
    super.userProfile(accessToken, (error, profile: ProfileWithAddresses) => {
      if (error) return done(error);
      return this._oauth2.get(this.addressesUrl, accessToken, (failure, body) => {
        // 403 and 404: the list was not granted, so there is no address.
        if (failure && failure.statusCode !== 403 && failure.statusCode !== 404) {
          return done(new Error('GitHub did not give the addresses', { cause: failure }));
        }
        profile.addresses = parseOrNull(body);
        return done(null, profile);
      });
    });
  }

  validate(_accessToken: string, _refreshToken: string, { _json, addresses }: ProfileWithAddresses): OAuthProfile {
    return githubProfile(
      _json,
      addresses,
      this.standIn.baseUrl ? [new URL(this.standIn.baseUrl).origin] : AVATAR_HOSTS,
    );
  }

  /** GitHub reports a refused code with status 200, which passport does not recognise. */
  private reportTokenErrors(): void {
    const oauth2 = this._oauth2;
    const ask = oauth2.getOAuthAccessToken.bind(oauth2) as Exchange;
    const exchange: Exchange = (code, params, callback) =>
      ask(code, params, (error, accessToken, refreshToken, results) => {
        const isError = !error && !accessToken && results?.error !== undefined;
        if (isError) callback({ statusCode: 400, data: JSON.stringify(results) });
        else callback(error, accessToken, refreshToken, results);
      });
    Object.assign(oauth2, { getOAuthAccessToken: exchange });
  }
}

function parseOrNull(body: unknown): unknown {
  try {
    return JSON.parse(String(body)) as unknown;
  } catch {
    return null;
  }
}

export const createGithub: CreateAdapter = (client, standIn) =>
  new HeadlessProvider('github', new GithubStrategy(client, standIn), {
    authorize: { scope: SCOPE },
    timeoutMs: client.timeoutMs,
  });
