import { userCalls } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { CurrentSession, CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { RemoveAccount } from '../application/remove-account.js';

@Controller()
export class AccountController {
  constructor(private readonly removal: RemoveAccount) {}

  @Endpoint(userCalls.deleteAccount)
  remove(@CurrentUser() { userId }: Principal, @CurrentSession() sessionId: string): Promise<void> {
    return this.removal.run(userId, sessionId);
  }
}
