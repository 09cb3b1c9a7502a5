import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findPages } from '../../../platform/database/find-pages.js';
import { AccountExporters } from '../../users/index.js';
import { ShareEntity } from './share.entity.js';

/** Without the links: a reader of the file must not see what is shared with others. */
@Injectable()
export class ExportShares implements OnModuleInit {
  constructor(
    private readonly exporters: AccountExporters,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    this.exporters.register('shares', (userId) => this.read(userId));
  }

  private async *read(userId: string): AsyncGenerator<object[], void> {
    const wanted = { where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } } as const;
    for await (const page of findPages(this.dataSource.manager, ShareEntity, wanted)) {
      yield page.map(({ imageId, createdAt, expiresAt, revokedAt }) => ({
        image_id: imageId,
        created_at: createdAt.toISOString(),
        expires_at: expiresAt.toISOString(),
        revoked_at: revokedAt?.toISOString() ?? null,
      }));
    }
  }
}
