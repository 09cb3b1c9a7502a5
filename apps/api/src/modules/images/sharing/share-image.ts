import type { Answer } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID, type KeyObject } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { derivedKey } from '../../../platform/config/keys.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { shareToken } from './share-token.js';
import { secretHash } from '../../../platform/secret-hash.js';
import { insertShare, lockForShare, renewShare, replaceTokenHash, revokeShares } from './share-rows.js';

/** For visitors without an account. */
@Injectable()
export class ShareImage {
  private readonly secret: KeyObject;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.secret = derivedKey(config, 'share-link');
  }

  /** An image has one valid link; sharing again extends it. Throws `NOT_FOUND` or `IMAGE_NOT_READY`. */
  async share(userId: string, imageId: string): Promise<Answer<'images.share'>> {
    const { id, expiresAt } = await inTransaction(this.dataSource, (tx) => this.link(tx, userId, imageId));
    const token = shareToken(this.secret, id);
    return { token, url: `${this.config.publicOrigin}/shared/${token}`, expires_at: expiresAt.toISOString() };
  }

  /** Throws `NOT_FOUND`. An image that is not shared is no error. */
  async revoke(userId: string, imageId: string): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      if (!(await lockForShare(tx, userId, imageId))) throw notFound();
      await revokeShares(tx, imageId);
    });
  }

  private async link(tx: EntityManager, userId: string, imageId: string): Promise<{ id: string; expiresAt: Date }> {
    const image = await lockForShare(tx, userId, imageId);
    if (!image) throw notFound();
    if (image.status !== 'completed') throw new AppError('IMAGE_NOT_READY');
    const living = await renewShare(tx, imageId);
    const id = living?.id ?? randomUUID();
    const tokenHash = secretHash(shareToken(this.secret, id));
    if (!living) return { id, expiresAt: await insertShare(tx, { id, userId, imageId, tokenHash }) };
    if (!living.tokenHash.equals(tokenHash)) await replaceTokenHash(tx, id, tokenHash);
    return { id, expiresAt: living.expiresAt };
  }
}
