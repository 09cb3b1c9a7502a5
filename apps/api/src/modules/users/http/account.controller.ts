import { userCalls } from '@app/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { CurrentSession, CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { whenClosed } from '../../../platform/http/when-closed.js';
import { RemoveAccount } from '../application/remove-account.js';

@Controller()
export class AccountController {
  constructor(private readonly removal: RemoveAccount) {}

  @Endpoint(userCalls.deleteAccount)
  async remove(
    @CurrentUser() { userId }: Principal,
    @CurrentSession() sessionId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.removal.run(userId, sessionId);
    whenClosed(reply.raw, () => this.removal.closeStreams(userId));
  }
}
