import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../platform/http/principal.js';
import type { Authenticator } from '../../../platform/http/authenticator.port.js';
import { Sessions } from '../persistence/sessions.js';
import { AccessTokens } from './access-tokens.js';

/** Reads the session on every request, so that log-out, account removal and plan changes act on the next one. */
@Injectable()
export class SessionAuthenticator implements Authenticator {
  readonly kind = 'session';

  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly sessions: Sessions,
  ) {}

  async authenticate(token: string): Promise<Principal | null> {
    const claims = this.accessTokens.check(token);
    if (!claims) return null;
    const { userId, sessionId } = claims;
    const session = await this.sessions.findLiving(sessionId);
    if (session?.userId !== userId) return null;
    return { userId, plan: session.plan, source: { kind: 'session', sessionId } };
  }
}
