import type { DataSource } from 'typeorm';
import { InterruptedChangeEntity } from './interrupted-change.entity.js';
import { SubscriptionEntity } from './subscription.entity.js';

/** Kept by one request, and by no later one. */
export type KeptChange = Pick<InterruptedChangeEntity, 'subscriptionId' | 'createdAt'>;

/**
 * Keeps what is planned for a subscription, right before its provider is asked for something that takes it off: no failure and
 * no crash loses it.
 */
export async function keepPlannedChange(sql: DataSource, subscriptionId: string): Promise<KeptChange> {
  const kept = sql.getRepository(InterruptedChangeEntity);
  const createdAt = new Date();
  // Before the subscription is read: a request that is planning the kept one again no longer deletes it afterwards.
  await kept.update({ subscriptionId }, { createdAt });
  const { plan, isAnnual, pendingPlan, pendingIsAnnual } = await sql
    .getRepository(SubscriptionEntity)
    .findOneByOrFail({ id: subscriptionId });
  if (pendingPlan !== null && pendingIsAnnual !== null) {
    const from = { fromPlan: plan, fromIsAnnual: isAnnual };
    const planned = { plan: pendingPlan, isAnnual: pendingIsAnnual };
    await kept.upsert({ subscriptionId, ...planned, ...from, createdAt }, ['subscriptionId']);
  }
  return { subscriptionId, createdAt };
}
