import { toCredits } from '@app/contracts';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { ScheduledTask } from '../../../platform/scheduled-task.js';
import { Unsubscribe } from '../../users/index.js';
import { expiryMail } from '../domain/expiry-mail.js';
import { claimExpiryNotices, restoreExpiryNotice } from '../persistence/expiry-mails.js';

const MAILS_PER_MINUTE = 50;

/** Any number of processes may run it: each mail is claimed once. */
@Injectable()
export class ExpiryMailer implements OnModuleDestroy {
  private readonly task = new ScheduledTask(new Logger(ExpiryMailer.name), () => this.send());

  constructor(
    private readonly dataSource: DataSource,
    private readonly mailer: Mailer,
    private readonly unsubscription: Unsubscribe,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Interval(60_000)
  async run(): Promise<void> {
    if (this.config.mail.smtpUrl !== null && this.dataSource.isInitialized) await this.task.run();
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  async send(): Promise<void> {
    const { productName, publicOrigin } = this.config;
    const notices = await claimExpiryNotices(this.dataSource, MAILS_PER_MINUTE);
    for (const { userId, email, language, units, ...facts } of notices) {
      const unsubscribePage = this.unsubscription.pageOf(userId, language);
      const common = { productName, publicOrigin, unsubscribePage };
      const mail = expiryMail(language, { ...common, credits: toCredits(units), ...facts });
      const headers = this.unsubscription.headers(userId);
      const restore = () => restoreExpiryNotice(this.dataSource, { userId, expiresAt: facts.expiresAt });
      this.mailer.send({ to: email, headers, ...mail }, { kind: 'credits_expire', userId, restore });
    }
  }
}
