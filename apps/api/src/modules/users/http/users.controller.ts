import { userCalls, type CallInput, type Locale, type Preferences, type User } from '@app/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CallerLocale } from '../../../platform/http/caller-locale.js';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { Profile } from '../application/profile.js';
import { Unsubscribe } from '../application/unsubscribe.js';
import { UserDirectory } from '../application/user-directory.js';

@Controller()
export class UsersController {
  constructor(
    private readonly directory: UserDirectory,
    private readonly profiles: Profile,
    private readonly unsubscription: Unsubscribe,
  ) {}

  @Endpoint(userCalls.profile)
  profile(@CurrentUser() { userId }: Principal): Promise<User> {
    return this.directory.find(userId);
  }

  @Endpoint(userCalls.replaceProfile)
  replaceProfile(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof userCalls.replaceProfile>,
  ): Promise<User> {
    return this.profiles.rename(userId, body.name);
  }

  @Endpoint(userCalls.updateProfile)
  updateProfile(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof userCalls.updateProfile>,
  ): Promise<User> {
    return this.profiles.rename(userId, body.name);
  }

  @Endpoint(userCalls.preferences)
  preferences(@CurrentUser() { userId }: Principal): Promise<Preferences> {
    return this.profiles.preferences(userId);
  }

  @Endpoint(userCalls.updatePreferences)
  updatePreferences(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof userCalls.updatePreferences>,
  ): Promise<Preferences> {
    return this.profiles.changePreferences(userId, body);
  }

  /** Mail programs send a form (RFC 8058) that adds nothing to the address. */
  @Endpoint(userCalls.unsubscribe, {
    rawBodyLimit: 1_000,
    limit: { name: 'unsubscribe', by: 'address', allowed: { share: 0.5 } },
  })
  unsubscribe(@Input() { params }: CallInput<typeof userCalls.unsubscribe>): Promise<void> {
    return this.unsubscription.run(params.token);
  }

  /** Changes nothing, because programs look where the links of mails lead. */
  @Endpoint(userCalls.unsubscribePage)
  async unsubscribePage(
    @Input() { params }: CallInput<typeof userCalls.unsubscribePage>,
    @CallerLocale() locale: Locale,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const page = this.unsubscription.page(params.token, locale);
    await reply
      .code(303)
      .header('location', page)
      .type('text/html; charset=utf-8')
      .send(`<a href="${page}">${page}</a>`);
  }
}
