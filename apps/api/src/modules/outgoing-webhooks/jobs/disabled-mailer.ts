import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { ScheduledTask } from '../../../platform/scheduled-task.js';
import { PersonMails } from '../../users/index.js';
import { disabledMail } from '../domain/disabled-mail.js';
import { claimDisabledMails, restoreDisabledMail } from '../persistence/disabled-mails.js';

/** Says by mail that an endpoint was disabled. It concerns what the person set up, so no preference stops it. */
@Injectable()
export class DisabledMailer implements OnModuleDestroy {
  private readonly task = new ScheduledTask(new Logger(DisabledMailer.name), () => this.send());

  constructor(
    private readonly dataSource: DataSource,
    private readonly mails: PersonMails,
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
    const claimed = await claimDisabledMails(this.dataSource);
    await this.mails.send(
      claimed.map(({ id, userId, url }) => ({
        kind: 'webhook_disabled',
        userId,
        restore: () => restoreDisabledMail(this.dataSource, id),
        write: ({ language }) => disabledMail(language, { ...this.config, url }),
      })),
    );
  }
}
