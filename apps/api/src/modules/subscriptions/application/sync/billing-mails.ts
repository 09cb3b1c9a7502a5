import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../../platform/config/config.module.js';
import type { Config } from '../../../../platform/config/config.js';
import { changed, rows } from '../../../../platform/database/rows.js';
import { PersonMails } from '../../../users/index.js';
import { billingMail, type MailFacts, type MailKind } from '../../domain/billing-mail.js';

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
    private readonly mails: PersonMails,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async sendPending(userId: string | null): Promise<void> {
    const taken = await rows<TakenMail>(this.dataSource, TAKE, [userId]);
    await this.mails.send(
      taken.map(({ key, facts, ...purpose }) => ({
        ...purpose,
        restore: async () => (await changed(this.dataSource, RESTORE, [key])) === 1,
        write: (preferences) => billingMail(purpose.kind, facts, preferences, this.config),
      })),
    );
  }
}
