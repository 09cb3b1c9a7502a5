import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findPages } from '../../../platform/database/find-pages.js';
import { IdentityEntity } from '../persistence/identity.entity.js';
import { AccountExporters } from './account-exporters.js';

/** What the providers of sign-in told of a person. */
@Injectable()
export class ExportSignIns implements OnModuleInit {
  constructor(
    private readonly exporters: AccountExporters,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    this.exporters.register('sign_ins', (userId) => this.read(userId));
  }

  private async *read(userId: string): AsyncGenerator<object[], void> {
    const wanted = { where: { userId }, order: { createdAt: 'ASC', provider: 'ASC', subject: 'ASC' } } as const;
    for await (const page of findPages(this.dataSource.manager, IdentityEntity, wanted)) {
      yield page.map(({ provider, subject, email, emailVerified, createdAt, lastSignInAt }) => ({
        provider,
        provider_account_id: subject,
        email,
        email_verified: emailVerified,
        created_at: createdAt.toISOString(),
        last_sign_in_at: lastSignInAt.toISOString(),
      }));
    }
  }
}
