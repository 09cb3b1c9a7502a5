import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../../../platform/errors/app-error.js';
import { findOpenSubscription } from '../../persistence/subscription-reads.js';
import { ChangeRefused } from '../../providers/change-refused.js';
import { SyncSubscription } from '../sync/sync-subscription.js';

/** A provider refuses a change mostly because of something that its webhook has not told yet. */
@Injectable()
export class RefusedChanges {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sync: SyncSubscription,
  ) {}

  /** Reads the subscription again if `change` is refused. Throws `NOT_SUBSCRIBED` if it turns out to have ended. */
  async readAfter<T>(userId: string, change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof ChangeRefused)) throw error;
      const subscription = await findOpenSubscription(this.dataSource, userId);
      if (subscription) await this.sync.run(subscription.provider, subscription.providerSubscriptionId);
      if (await findOpenSubscription(this.dataSource, userId)) throw error;
      throw new AppError('NOT_SUBSCRIBED', { cause: error });
    }
  }
}
