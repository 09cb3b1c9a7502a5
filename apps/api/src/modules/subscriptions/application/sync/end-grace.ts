import type { PaymentProviderId } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { row, rows } from '../../../../platform/database/rows.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { EndUnread, type DueSubscription } from './end-unread.js';
import { SyncSubscription } from './sync-subscription.js';

const BATCH = 200;
const GRACE_OVER = `
  select id, user_id as "userId", provider, provider_subscription_id as "providerId" from subscriptions
   where status = 'past_due' and grace_until <= billing_now() and provider = any($1) order by synced_at limit ${BATCH}`;
const STILL_OVER = `select 1 from subscriptions where id = $1 and status = 'past_due' and grace_until <= billing_now()`;

interface DueGrace extends DueSubscription {
  provider: PaymentProviderId;
  providerId: string;
}

/** The end of access after a failed renewal. */
@Injectable()
export class EndGrace {
  constructor(
    private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly sync: SyncSubscription,
    private readonly unread: EndUnread,
  ) {}

  findDue(): Promise<DueGrace[]> {
    return rows<DueGrace>(this.dataSource, GRACE_OVER, [this.providers.ids]);
  }

  /** Read first, because it may have been paid. Ended at the provider too, so that it does not charge a user without a plan. */
  async run(due: DueGrace): Promise<void> {
    const { id, provider, providerId } = due;
    await this.sync.run(provider, providerId);
    if (!(await row(this.dataSource, STILL_OVER, [id]))) return;
    await this.providers.get(provider).cancelNow(providerId);
    if ((await this.sync.run(provider, providerId)) === 'ignored') await this.unread.run(due);
  }
}
