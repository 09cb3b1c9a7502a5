import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { rows } from '../../../../platform/database/rows.js';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { CreditLedger } from '../../../quota/index.js';
import { billingNow } from '../../persistence/billing-time.js';
import { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import { eachUntilAborted } from './each-until-aborted.js';
import { EndGrace } from './end-grace.js';
import { EndUnread, type DueSubscription } from './end-unread.js';
import { GrantPlanCredits } from './grant-plan-credits.js';

const BATCH = 200;
const TO_GRANT = `
  select id, user_id as "userId" from subscriptions where next_grant_at <= billing_now() order by next_grant_at limit ${BATCH}`;

/** The next month of an annual plan, and the ends that time alone brings. */
@Injectable()
export class BillingTimers {
  private readonly logger = new Logger(BillingTimers.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly credits: GrantPlanCredits,
    private readonly grace: EndGrace,
    private readonly unread: EndUnread,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const each = <T extends DueSubscription>(all: readonly T[], work: (due: T) => Promise<void>): Promise<void> =>
      eachUntilAborted(signal, all, work, (error, { id }) =>
        this.logger.error(`The subscription ${id} is left for the next run: ${String(error)}`),
      );
    await each(await rows<DueSubscription>(this.dataSource, TO_GRANT), (due) => this.grant(due));
    await each(await this.grace.findDue(), (due) => this.grace.run(due));
    await each(await this.unread.findDue(), (due) => this.unread.run(due));
  }

  private async grant({ id, userId }: DueSubscription): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      await this.ledger.lock(tx, userId);
      const subscription = await tx.findOneByOrFail(SubscriptionEntity, { id });
      const nextGrantAt = await this.credits.run(tx, subscription, await billingNow(tx));
      await tx.update(SubscriptionEntity, { id }, { nextGrantAt });
    });
  }
}
