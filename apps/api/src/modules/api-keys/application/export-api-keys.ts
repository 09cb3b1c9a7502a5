import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findPages } from '../../../platform/database/find-pages.js';
import { AccountExporters } from '../../users/index.js';
import { ApiKeyEntity } from '../persistence/api-key.entity.js';

/** Those that were revoked, too. */
@Injectable()
export class ExportApiKeys implements OnModuleInit {
  constructor(
    private readonly exporters: AccountExporters,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    this.exporters.register('api_keys', (userId) => this.read(userId));
  }

  private async *read(userId: string): AsyncGenerator<object[], void> {
    const wanted = { where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } } as const;
    for await (const page of findPages(this.dataSource.manager, ApiKeyEntity, wanted)) {
      yield page.map(({ id, name, scopes, createdAt, lastUsedAt, expiresAt, revokedAt }) => ({
        id,
        name,
        scopes,
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt?.toISOString() ?? null,
        expires_at: expiresAt?.toISOString() ?? null,
        revoked_at: revokedAt?.toISOString() ?? null,
      }));
    }
  }
}
