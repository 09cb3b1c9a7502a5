import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { isAppError } from '../../../platform/errors/app-error.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { ScheduledTask } from '../../../platform/scheduled-task.js';
import { Profile, UserDirectory } from '../../users/index.js';
import { disabledMail } from '../domain/disabled-mail.js';
import { claimDisabledMails, restoreDisabledMail, type DisabledMail } from '../persistence/disabled-mails.js';

/** Says by mail that an endpoint was disabled. It concerns what the person set up, so no preference stops it. */
@Injectable()
export class DisabledMailer implements OnModuleDestroy {
  private readonly task = new ScheduledTask(new Logger(DisabledMailer.name), () => this.send());

  constructor(
    private readonly dataSource: DataSource,
    private readonly mailer: Mailer,
    private readonly directory: UserDirectory,
    private readonly profiles: Profile,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Interval(60_000)
  async run(): Promise<void> {
    const { mail, features } = this.config;
    // Without the public API the mail would lead nowhere: it waits.
    if (mail.smtpUrl !== null && features.publicApi && this.dataSource.isInitialized) await this.task.run();
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  async send(): Promise<void> {
    for (const mail of await claimDisabledMails(this.dataSource)) await this.sendOne(mail);
  }

  private async sendOne({ id, userId, url }: DisabledMail): Promise<void> {
    try {
      const { email, email_verified } = await this.directory.find(userId);
      if (email === null || !email_verified) return;
      const { language } = await this.profiles.preferences(userId);
      const restore = () => restoreDisabledMail(this.dataSource, id);
      const mail = disabledMail(language, { ...this.config, url });
      this.mailer.send({ to: email, ...mail }, { kind: 'webhook_disabled', userId, restore });
    } catch (error) {
      // The account was removed meanwhile.
      if (!isAppError(error, 'UNAUTHENTICATED')) throw error;
    }
  }
}
