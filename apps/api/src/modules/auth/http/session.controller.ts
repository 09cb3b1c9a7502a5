import { authCalls, type CallInput, type TokenPair, type User } from '@app/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { CurrentSession, CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { whenClosed } from '../../../platform/http/when-closed.js';
import { UserDirectory } from '../../users/index.js';
import { EmailVerification } from '../application/email-verification.js';
import { RefreshSession } from '../application/refresh-session.js';
import { SessionKeeper } from '../application/session-keeper.js';

@Controller()
export class SessionController {
  constructor(
    private readonly refreshSession: RefreshSession,
    private readonly keeper: SessionKeeper,
    private readonly verification: EmailVerification,
    private readonly directory: UserDirectory,
  ) {}

  @Endpoint(authCalls.me)
  me(@CurrentUser() { userId }: Principal): Promise<User> {
    return this.directory.find(userId);
  }

  @Endpoint(authCalls.verify)
  verify(): void {}

  @Endpoint(authCalls.refresh, { limit: { name: 'refresh', by: 'address', allowed: { share: 0.5 } } })
  refresh(@Input() { body }: CallInput<typeof authCalls.refresh>): Promise<TokenPair> {
    return this.refreshSession.run(body.refresh_token);
  }

  @Endpoint(authCalls.logout)
  logout(@CurrentUser() { userId }: Principal, @CurrentSession() sessionId: string): Promise<void> {
    return this.keeper.signOut(userId, sessionId);
  }

  @Endpoint(authCalls.logoutEverywhere, {
    limit: { name: 'logout-everywhere', by: 'person', allowed: { calls: 20, seconds: 3600 } },
  })
  async logoutEverywhere(
    @CurrentUser() { userId }: Principal,
    @CurrentSession() sessionId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.keeper.signOutEverywhere(userId, sessionId);
    whenClosed(reply.raw, () => this.keeper.tellEnd(userId, sessionId));
  }

  @Endpoint(authCalls.verifyEmail, { limit: { name: 'confirm-email', by: 'address', allowed: { share: 0.05 } } })
  verifyEmail(@Input() { body }: CallInput<typeof authCalls.verifyEmail>): Promise<void> {
    return this.verification.confirm(body.token);
  }

  @Endpoint(authCalls.resendVerification, {
    limit: { name: 'resend-verification', by: 'person', allowed: { calls: 3, seconds: 3600 } },
  })
  resendVerification(@CurrentUser() { userId }: Principal): Promise<void> {
    return this.verification.askAgain(userId);
  }
}
