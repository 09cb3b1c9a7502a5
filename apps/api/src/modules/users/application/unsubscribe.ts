import { DEFAULT_LOCALE, fillPath, routes, type Locale, type PreferenceLanguage } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { KeyObject } from 'node:crypto';
import { IsNull, Repository } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { derivedKey } from '../../../platform/config/keys.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { unsubscribeToken, userOfToken } from '../domain/unsubscribe-token.js';
import { UserEntity } from '../persistence/user.entity.js';

const LOCALE_OF: Record<PreferenceLanguage, Locale> = { 'zh-CN': 'zh', 'en-US': 'en' };

/** One click in the mail program (RFC 8058). */
@Injectable()
export class Unsubscribe {
  private readonly key: KeyObject;

  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.key = derivedKey(config, 'unsubscribe');
  }

  headers(userId: string): Record<string, string> {
    const token = unsubscribeToken(this.key, userId);
    const address = `${this.config.publicOrigin}/api${fillPath(routes.users.unsubscribe.path, { token })}`;
    return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  }

  /** The page that asks a person to confirm. The token is in the fragment, which no server logs. */
  page(token: string, locale: Locale): string {
    const prefix = locale === DEFAULT_LOCALE ? '' : `/${locale}`;
    return `${this.config.publicOrigin}${prefix}/unsubscribe#token=${encodeURIComponent(token)}`;
  }

  /** That page for a mail. */
  pageOf(userId: string, language: PreferenceLanguage): string {
    return this.page(unsubscribeToken(this.key, userId), LOCALE_OF[language]);
  }

  async run(token: string): Promise<void> {
    const userId = userOfToken(this.key, token);
    if (userId === null) throw notFound();
    const changes = { emailNotifications: false, marketingEmails: false };
    const { affected } = await this.users.update({ id: userId, deletedAt: IsNull() }, changes);
    if (affected !== 1) throw notFound();
  }
}
