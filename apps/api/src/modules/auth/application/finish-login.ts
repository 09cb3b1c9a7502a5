import type { PreferenceLanguage, Timezone, TokenPair, User } from '@app/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';
import { ResolveIdentity } from '../../users/index.js';
import type { OAuthProfile } from '../providers/oauth-provider.port.js';
import { OAuthProviders } from '../providers/oauth-providers.js';
import { ClaimLogin } from './claim-login.js';
import { EmailVerification } from './email-verification.js';
import { SessionKeeper } from './session-keeper.js';

export interface ReturnedLogin {
  provider: string;
  code: string;
  state: string | undefined;
  browserSecrets: string[];
  language: PreferenceLanguage | undefined;
  timezone: Timezone | undefined;
}

export interface FinishedLogin {
  tokens: TokenPair;
  user: User;
  isNew: boolean;
  redirectPath: string;
}

@Injectable()
export class FinishLogin {
  private readonly logger = new Logger(FinishLogin.name);

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
    try {
      return { ...(await this.open(profile, returned)), redirectPath };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNAUTHENTICATED') throw error;
      // The account was removed meanwhile. There is no session, so no token could be refreshed.
      throw new AppError('OAUTH_STATE_INVALID', { cause: error });
    }
  }

  private async open(
    profile: OAuthProfile,
    { language, timezone }: ReturnedLogin,
  ): Promise<Omit<FinishedLogin, 'redirectPath'>> {
    const { user, isNew, emailToVerify } = await this.identities.run(profile, language, timezone);
    const { tokens } = await this.sessions.open(user.id);
    if (emailToVerify !== null) await this.askForProof(user.id, emailToVerify);
    return { tokens, user, isNew };
  }

  /** The session is open already, and the person can ask for the mail again. */
  private async askForProof(userId: string, email: string): Promise<void> {
    try {
      await this.verification.ask(userId, email);
    } catch (error) {
      // The account was removed meanwhile.
      if (error instanceof AppError) throw error;
      this.logger.warn(`No mail to verify the address of account ${userId}: ${String(error)}`);
    }
  }
}
