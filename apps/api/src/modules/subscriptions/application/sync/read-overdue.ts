import type { PaymentProviderId } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { EndUnread } from './end-unread.js';
import { SyncSubscription } from './sync-subscription.js';

/** A subscription of which something should have been heard. */
@Injectable()
export class ReadOverdue {
  constructor(
    private readonly sync: SyncSubscription,
    private readonly unread: EndUnread,
  ) {}

  async run(provider: PaymentProviderId, subscriptionId: string): Promise<void> {
    if ((await this.sync.run(provider, subscriptionId)) === 'ignored')
      await this.unread.endUnknown(provider, subscriptionId);
  }
}
