import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../../platform/config/config.module.js';
import type { Config } from '../../../../platform/config/config.js';
import { changed, rows } from '../../../../platform/database/rows.js';
import { isAppError } from '../../../../platform/errors/app-error.js';
import { Mailer } from '../../../../platform/mail/mailer.js';
import { Profile, UserDirectory } from '../../../users/index.js';
import { billingMail, type MailFacts, type MailKind } from '../../domain/billing-mail.js';

// Claimed before it is sent: a lost mail is better than a repeated one.
const TAKE = `
  update billing_mails set sent_at = now()
   where key in (select key from billing_mails where sent_at is null and ($1::uuid is null or user_id = $1) limit 20
                    for update skip locked)
  returning key, user_id as "userId", kind, facts`;

const RESTORE = `update billing_mails set sent_at = null where key = $1 and created_at > now() - interval '1 day'`;

interface TakenMail {
  key: string;
  userId: string;
  kind: MailKind;
  facts: MailFacts;
}

/** Part of the contract, so the preference for notifications does not stop them. */
@Injectable()
export class BillingMails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mailer: Mailer,
    private readonly directory: UserDirectory,
    private readonly profiles: Profile,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async sendPending(userId: string | null): Promise<void> {
    for (const mail of await rows<TakenMail>(this.dataSource, TAKE, [userId])) await this.send(mail);
  }

  private async send({ key, userId, kind, facts }: TakenMail): Promise<void> {
    try {
      const { email, email_verified } = await this.directory.find(userId);
      if (email === null || !email_verified) return;
      const preferences = await this.profiles.preferences(userId);
      const restore = async () => (await changed(this.dataSource, RESTORE, [key])) === 1;
      const mail = billingMail(kind, facts, preferences, this.config);
      this.mailer.send({ to: email, ...mail }, { kind, userId, restore });
    } catch (error) {
      // The account was removed meanwhile.
      if (!isAppError(error, 'UNAUTHENTICATED')) throw error;
    }
  }
}
