import type { PaymentProviderId } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { isSameChoice, type PlanChoice } from '../domain/plan-change.js';
import { BillingInvoiceEntity } from './billing-invoice.entity.js';
import { InterruptedChangeEntity } from './interrupted-change.entity.js';
import { SubscriptionEntity } from './subscription.entity.js';

const BATCH = 100;

/** An upgrade that was paid ends what was planned before it. */
export const isStillFor = (
  { fromPlan, fromIsAnnual }: InterruptedChangeEntity,
  subscription: SubscriptionEntity,
): boolean => isSameChoice(subscription, { plan: fromPlan, isAnnual: fromIsAnnual });

/** At the provider, or taken off there and to be planned again. */
export async function findPlannedChange(sql: DataSource, subscription: SubscriptionEntity): Promise<PlanChoice | null> {
  const { id, pendingPlan, pendingIsAnnual } = subscription;
  if (pendingPlan !== null && pendingIsAnnual !== null) return { plan: pendingPlan, isAnnual: pendingIsAnnual };
  const kept = await sql.getRepository(InterruptedChangeEntity).findOneBy({ subscriptionId: id });
  return kept && isStillFor(kept, subscription) ? kept : null;
}

/** A request that takes a change off plans it again by itself within `seconds`. */
export const findInterruptedChanges = (
  sql: DataSource,
  { seconds, providers }: { seconds: number; providers: PaymentProviderId[] },
): Promise<InterruptedChangeEntity[]> =>
  sql
    .getRepository(InterruptedChangeEntity)
    .createQueryBuilder('c')
    .innerJoin(SubscriptionEntity, 's', 's.id = c.subscriptionId')
    .where('s.provider = any(:providers)', { providers })
    .andWhere('c.createdAt < now() - make_interval(secs => :seconds)', { seconds })
    .orderBy('c.createdAt')
    .limit(BATCH)
    .getMany();

/** Its bank or another card may pay it yet. */
export const hasOpenUpgrade = (sql: DataSource, { id: subscriptionId }: SubscriptionEntity): Promise<boolean> =>
  sql.getRepository(BillingInvoiceEntity).existsBy({ subscriptionId, reason: 'upgrade', status: 'open' });
