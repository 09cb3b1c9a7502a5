import { In, type EntityManager, type DataSource } from 'typeorm';
import { SubscriptionEntity } from './subscription.entity.js';

/** Ignores subscriptions of which nothing more will come. */
export const findOpenSubscription = (
  sql: DataSource | EntityManager,
  userId: string,
): Promise<SubscriptionEntity | null> =>
  sql.getRepository(SubscriptionEntity).findOneBy({
    userId,
    status: In(['active', 'trialing', 'past_due']),
    isDuplicate: false,
  });
