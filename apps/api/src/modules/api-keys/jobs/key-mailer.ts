import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { ScheduledTask } from '../../../platform/scheduled-task.js';
import { PersonMails } from '../../users/index.js';
import { keyMail } from '../domain/key-mail.js';
import { claimKeyMails, restoreKeyMail } from '../persistence/key-mails.js';

/** Tells by mail of new keys, which a thief of a session may have made; so no preference stops it. */
@Injectable()
export class KeyMailer implements OnModuleDestroy {
  private readonly task = new ScheduledTask(new Logger(KeyMailer.name), () => this.send());

  constructor(
    private readonly dataSource: DataSource,
    private readonly mails: PersonMails,
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
    const claimed = await claimKeyMails(this.dataSource);
    await this.mails.send(
      claimed.map(({ id, userId, ...key }) => ({
        kind: 'api_key',
        userId,
        restore: () => restoreKeyMail(this.dataSource, id),
        write: (preferences) => keyMail(preferences, { ...this.config, ...key }),
      })),
    );
  }
}
