import { RENEWAL_GAP_HOURS, type PaymentProviderId } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { row, rows } from '../../../../platform/database/rows.js';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { CreditLedger } from '../../../quota/index.js';
import { SetPlan } from '../../../users/index.js';
import { isOpen } from '../../domain/subscription-access.js';
import { recordEnded } from '../../persistence/billing-records.js';
import { billingNow } from '../../persistence/billing-time.js';
import { hasOtherOpen } from '../../persistence/subscription-reads.js';
import { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { GrantPlanCredits } from './grant-plan-credits.js';

const BATCH = 200;
// Nobody can tell whether it was renewed.
const OVER = `
  select id, user_id as "userId" from subscriptions
   where status in ('active', 'trialing', 'past_due')
     and case when status = 'past_due' then grace_until
              when cancel_at_period_end then period_end
              else period_end + interval '${RENEWAL_GAP_HOURS} hours' end <= billing_now()`;
// Of a provider that was taken out of the settings.
const UNREADABLE = `${OVER} and provider <> all($1) order by period_end limit ${BATCH}`;
// Of another account at the provider, for example.
const UNKNOWN_THERE = `${OVER} and provider = $1 and provider_subscription_id = $2`;

export interface DueSubscription {
  id: string;
  userId: string;
}

/** The end of a subscription that its provider can no longer be asked for. */
@Injectable()
export class EndUnread {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly credits: GrantPlanCredits,
    private readonly setPlan: SetPlan,
    private readonly providers: PaymentProviders,
  ) {}

  findDue(): Promise<DueSubscription[]> {
    return rows<DueSubscription>(this.dataSource, UNREADABLE, [this.providers.ids]);
  }

  /** After its provider did not know it. */
  async endUnknown(provider: PaymentProviderId, subscriptionId: string): Promise<void> {
    const due = await row<DueSubscription>(this.dataSource, UNKNOWN_THERE, [provider, subscriptionId]);
    if (due) await this.run(due);
  }

  /** `unknown` here, because it may go on there: it is read again as soon as that is possible. */
  run({ id, userId }: DueSubscription): Promise<void> {
    return inTransaction(this.dataSource, async (tx) => {
      await this.ledger.lock(tx, userId);
      const subscription = await tx.findOneByOrFail(SubscriptionEntity, { id });
      if (!isOpen(subscription.status)) return;
      const now = await billingNow(tx);
      const over = { graceUntil: null, hostedInvoiceUrl: null, pendingPlan: null, pendingIsAnnual: null } as const;
      Object.assign(subscription, over, { status: 'unknown', syncedAt: new Date() });
      subscription.nextGrantAt = await this.credits.run(tx, subscription, now);
      await tx.save(subscription);
      if (!subscription.isDuplicate) await recordEnded(tx, subscription, now);
      if (!(await hasOtherOpen(tx, userId, id))) await this.setPlan.run(tx, userId, 'free');
    });
  }
}
