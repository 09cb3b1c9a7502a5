import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { isAppError } from '../../../platform/errors/app-error.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { ScheduledTask } from '../../../platform/scheduled-task.js';
import { Profile, UserDirectory } from '../../users/index.js';
import { keyMail } from '../domain/key-mail.js';
import { claimKeyMails, restoreKeyMail, type KeyMail } from '../persistence/key-mails.js';

/** Tells by mail of new keys, which a thief of a session may have made; so no preference stops it. */
@Injectable()
export class KeyMailer implements OnModuleDestroy {
  private readonly task = new ScheduledTask(new Logger(KeyMailer.name), () => this.send());

  constructor(
    private readonly dataSource: DataSource,
    private readonly mailer: Mailer,
    private readonly directory: UserDirectory,
    private readonly profiles: Profile,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  get isOn(): boolean {
    return this.config.mail.smtpUrl !== null;
  }

  /** Never throws. What it misses while it runs already is told a minute later. */
  @Interval(60_000)
  async run(): Promise<void> {
    if (this.isOn && this.dataSource.isInitialized) await this.task.run();
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  async send(): Promise<void> {
    for (const mail of await claimKeyMails(this.dataSource)) await this.sendOne(mail);
  }

  private async sendOne({ id, userId, ...key }: KeyMail): Promise<void> {
    try {
      const { email, email_verified } = await this.directory.find(userId);
      if (email === null || !email_verified) return;
      const preferences = await this.profiles.preferences(userId);
      const restore = () => restoreKeyMail(this.dataSource, id);
      const mail = keyMail(preferences, { ...this.config, ...key });
      this.mailer.send({ to: email, ...mail }, { kind: 'api_key', userId, restore });
    } catch (error) {
      // The account was removed meanwhile.
      if (!isAppError(error, 'UNAUTHENTICATED')) throw error;
    }
  }
}
