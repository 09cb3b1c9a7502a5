import type { Preferences } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { isAppError } from '../../../platform/errors/app-error.js';
import { Mailer, type Mail, type MailPurpose } from '../../../platform/mail/mailer.js';
import { Profile } from './profile.js';
import { UserDirectory } from './user-directory.js';

/** Marked as sent before it is: a lost mail is better than a repeated one. */
export interface ClaimedMail extends Required<MailPurpose> {
  write: (preferences: Preferences) => Omit<Mail, 'to'>;
}

/** Mails to verified addresses. */
@Injectable()
export class PersonMails {
  constructor(
    private readonly mailer: Mailer,
    private readonly directory: UserDirectory,
    private readonly profiles: Profile,
  ) {}

  /** A fault before a mail is handed over makes it due again. Throws the last one, once all others are handed over. */
  async send(claimed: readonly ClaimedMail[]): Promise<void> {
    let fault: { error: unknown } | null = null;
    for (const mail of claimed) {
      try {
        await this.sendOne(mail);
      } catch (error) {
        // The account was removed meanwhile.
        if (isAppError(error, 'UNAUTHENTICATED')) continue;
        this.mailer.restoreUnsent(mail, error);
        fault = { error };
      }
    }
    if (fault) throw fault.error;
  }

  private async sendOne({ write, ...purpose }: ClaimedMail): Promise<void> {
    const { email, email_verified } = await this.directory.find(purpose.userId);
    if (email === null || !email_verified) return;
    const preferences = await this.profiles.preferences(purpose.userId);
    this.mailer.send({ to: email, ...write(preferences) }, purpose);
  }
}
