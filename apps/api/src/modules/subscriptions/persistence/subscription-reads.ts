import { In, Not, type EntityManager, type DataSource } from 'typeorm';
import { OPEN_STATUSES } from '../domain/subscription-access.js';
import { SubscriptionEntity } from './subscription.entity.js';

/** Ignores subscriptions of which nothing more will come. */
export const findOpenSubscription = (
  sql: DataSource | EntityManager,
  userId: string,
): Promise<SubscriptionEntity | null> =>
  sql.getRepository(SubscriptionEntity).findOneBy({ userId, status: In(OPEN_STATUSES), isDuplicate: false });

export function hasOtherOpen(tx: EntityManager, userId: string, exceptId?: string): Promise<boolean> {
  const open = { userId, status: In(OPEN_STATUSES), isDuplicate: false };
  return tx.existsBy(SubscriptionEntity, exceptId === undefined ? open : { ...open, id: Not(exceptId) });
}
