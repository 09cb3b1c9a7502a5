import { Injectable } from '@nestjs/common';
import type { Authenticator, Principal } from '../../../platform/http/principal.js';
import { Sessions } from '../persistence/sessions.js';
import { AccessTokens, type AccessClaims } from './access-tokens.js';
import { SessionMemory } from './session-memory.js';

/**
 * A token is as good as its session: log-out and removal of the account act on the next request. Whoever only reads may
 * be known from memory (decision 16).
 */
@Injectable()
export class TokenAuthenticator implements Authenticator {
  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly sessions: Sessions,
    private readonly memory: SessionMemory,
  ) {}

  authenticate(token: string, mayRemember: boolean): Principal | null | Promise<Principal | null> {
    const claims = this.accessTokens.check(token);
    if (!claims) return null;
    const known = mayRemember ? this.memory.recall(claims.sessionId) : undefined;
    if (!known) return this.ask(claims);
    return known.userId === claims.userId ? known : null;
  }

  private async ask({ userId, sessionId }: AccessClaims): Promise<Principal | null> {
    const { moment } = this.memory;
    const session = await this.sessions.living(sessionId);
    if (!session) this.memory.drop(sessionId);
    if (session?.userId !== userId) return null;
    const principal = { userId, sessionId, plan: session.plan };
    this.memory.remember(principal, session.millisecondsLeft, moment);
    return principal;
  }
}
