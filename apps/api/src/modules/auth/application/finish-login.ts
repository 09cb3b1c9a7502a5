import type { PreferenceLanguage, TokenPair, User } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { ResolveIdentity } from '../../users/index.js';
import { OAuthProviders } from '../providers/oauth-providers.js';
import { ClaimLogin } from './claim-login.js';
import { EmailVerification } from './email-verification.js';
import { SessionKeeper } from './session-keeper.js';

export interface ReturnedLogin {
  provider: string;
  code: string;
  state: string | undefined;
  /** Secrets of the login cookies that the browser sent. */
  browserSecrets: string[];
  language: PreferenceLanguage | undefined;
}

export interface FinishedLogin {
  tokens: TokenPair;
  user: User;
  isNew: boolean;
  redirectPath: string;
}

/** Ends a login: the code becomes a profile, the profile an account, the account a session. */
@Injectable()
export class FinishLogin {
  constructor(
    private readonly providers: OAuthProviders,
    private readonly claim: ClaimLogin,
    private readonly identities: ResolveIdentity,
    private readonly sessions: SessionKeeper,
    private readonly verification: EmailVerification,
  ) {}

  async run(returned: ReturnedLogin): Promise<FinishedLogin> {
    const provider = this.providers.get(returned.provider);
    const { verifier, redirectPath } = await this.claim.run(provider.id, returned.state, returned.browserSecrets);
    const profile = await provider.identify(returned.code, verifier);
    const { user, isNew, emailToVerify } = await this.identities.run(profile, returned.language);
    const { tokens } = await this.sessions.open(user.id);
    if (emailToVerify !== null) await this.verification.ask(user.id, emailToVerify);
    return { tokens, user, isNew, redirectPath };
  }
}
