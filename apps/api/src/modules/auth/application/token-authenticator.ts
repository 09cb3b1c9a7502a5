import { Injectable } from '@nestjs/common';
import type { Authenticator, Principal } from '../../../platform/http/principal.js';
import { Sessions } from '../persistence/sessions.js';
import { AccessTokens } from './access-tokens.js';

/** A token is as good as its session: log-out, removal of the account and a change of plan act on the next request. */
@Injectable()
export class TokenAuthenticator implements Authenticator {
  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly sessions: Sessions,
  ) {}

  async authenticate(token: string): Promise<Principal | null> {
    const claims = this.accessTokens.check(token);
    if (!claims) return null;
    const session = await this.sessions.living(claims.sessionId);
    if (session?.userId !== claims.userId) return null;
    return { userId: claims.userId, sessionId: claims.sessionId, plan: session.plan };
  }
}
