import type { PaymentProviderId } from '@app/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { rows } from '../../../../platform/database/rows.js';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { CreditLedger } from '../../../quota/index.js';
import { billingNow } from '../../persistence/billing-time.js';
import { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { GrantPlanCredits } from './grant-plan-credits.js';
import { SyncSubscription } from './sync-subscription.js';

const BATCH = 200;
const TO_GRANT = `
  select id, user_id as "userId" from subscriptions where next_grant_at <= billing_now() order by next_grant_at limit ${BATCH}`;
const GRACE_OVER = `
  select provider, provider_subscription_id as id from subscriptions
   where status = 'past_due' and grace_until <= billing_now() order by grace_until limit ${BATCH}`;

/** The next month of an annual plan, and the end of access after a failed renewal. */
@Injectable()
export class BillingTimers {
  private readonly logger = new Logger(BillingTimers.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly credits: GrantPlanCredits,
    private readonly providers: PaymentProviders,
    private readonly sync: SyncSubscription,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    for (const due of await rows<{ id: string; userId: string }>(this.dataSource, TO_GRANT)) {
      if (signal.aborted) return;
      await this.grant(due);
    }
    for (const { provider, id } of await rows<{ provider: PaymentProviderId; id: string }>(
      this.dataSource,
      GRACE_OVER,
    )) {
      if (signal.aborted) return;
      await this.endGrace(provider, id);
    }
  }

  /** What fails for one person is tried again with the next run, and keeps nobody else waiting. */
  private async grant({ id, userId }: { id: string; userId: string }): Promise<void> {
    try {
      await inTransaction(this.dataSource, async (tx) => {
        await this.ledger.lock(tx, userId);
        const subscription = await tx.findOneByOrFail(SubscriptionEntity, { id });
        const nextGrantAt = await this.credits.run(tx, subscription, await billingNow(tx));
        await tx.update(SubscriptionEntity, { id }, { nextGrantAt });
      });
    } catch (error) {
      this.logger.error(`The credits of ${id} are granted later: ${String(error)}`);
    }
  }

  /** Ended at the provider too, so that it does not charge a user without a plan. */
  private async endGrace(provider: PaymentProviderId, id: string): Promise<void> {
    try {
      await this.providers.get(provider).cancelNow(id);
      await this.sync.run(provider, id);
    } catch (error) {
      this.logger.warn(`${id} of ${provider} is ended later: ${String(error)}`);
    }
  }
}
