import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { identityKey } from '../../../platform/config/keys.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { Profile, UserDirectory } from '../../users/index.js';
import { secretHash } from '../../../platform/secret-hash.js';
import { mailboxMark } from '../domain/mailbox.js';
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

  /** Returns the seconds until the address may get another mail; 0 if this one is on its way. */
  async ask(userId: string, email: string): Promise<number> {
    const { language } = await this.profiles.preferences(userId);
    const token = randomSecret();
    const mailbox = mailboxMark(identityKey(this.config), email);
    const wait = await this.tokens.add({ hash: secretHash(token), userId, email, mailbox });
    if (wait > 0) return wait;
    const { productName, publicOrigin } = this.config;
    const mail = verificationMail(language, { productName, publicOrigin, token, hours: EMAIL_TOKEN_HOURS });
    this.mailer.send({ to: email, ...mail }, { kind: 'verification', userId });
    return 0;
  }

  /**
   * Throws `EMAIL_MISSING`, `EMAIL_ALREADY_VERIFIED`, `MAIL_UNAVAILABLE` without a mail server, or `RATE_LIMITED` for an
   * address with too many mails.
   */
  async askAgain(userId: string): Promise<void> {
    const { email, email_verified } = await this.directory.find(userId);
    if (email === null) throw new AppError('EMAIL_MISSING');
    if (email_verified) throw new AppError('EMAIL_ALREADY_VERIFIED');
    if (this.config.mail.smtpUrl === null) throw new AppError('MAIL_UNAVAILABLE');
    const retryAfter = await this.ask(userId, email);
    if (retryAfter > 0) throw new AppError('RATE_LIMITED', { retryAfter });
  }

  async confirm(token: string): Promise<void> {
    if (!(await this.tokens.redeem(secretHash(token)))) throw new AppError('EMAIL_TOKEN_INVALID');
  }
}
