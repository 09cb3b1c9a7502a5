import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { Profile, UserDirectory } from '../../users/index.js';
import { secretHash } from '../../../platform/secret-hash.js';
import { randomSecret } from '../domain/secrets.js';
import { verificationMail } from '../domain/verification-mail.js';
import { EMAIL_TOKEN_HOURS, EmailTokens } from '../persistence/email-tokens.js';

@Injectable()
export class EmailVerification {
  constructor(
    private readonly tokens: EmailTokens,
    private readonly mailer: Mailer,
    private readonly directory: UserDirectory,
    private readonly profiles: Profile,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Sends a link to `email`, in the language of the person's preferences. */
  async ask(userId: string, email: string): Promise<void> {
    const { language } = await this.profiles.preferences(userId);
    const token = randomSecret();
    await this.tokens.add(secretHash(token), userId, email);
    const { productName, publicOrigin } = this.config;
    const mail = verificationMail(language, { productName, publicOrigin, token, hours: EMAIL_TOKEN_HOURS });
    this.mailer.send({ to: email, ...mail });
  }

  /** Sends another link. Throws `EMAIL_ALREADY_VERIFIED` when there is no address that waits for its proof. */
  async askAgain(userId: string): Promise<void> {
    const { email, email_verified } = await this.directory.find(userId);
    if (email === null || email_verified) throw new AppError('EMAIL_ALREADY_VERIFIED');
    await this.ask(userId, email);
  }

  /** Throws `EMAIL_TOKEN_INVALID`, always the same, for a token that is unknown, used, too old or of a former address. */
  async confirm(token: string): Promise<void> {
    if (!(await this.tokens.redeem(secretHash(token)))) throw new AppError('EMAIL_TOKEN_INVALID');
  }
}
