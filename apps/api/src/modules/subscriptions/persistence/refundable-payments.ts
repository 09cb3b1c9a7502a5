import { In, MoreThan, Not, type DataSource, type EntityManager } from 'typeorm';
import { PaymentEntity } from './payment.entity.js';

/**
 * The latest payment of a person and the one before it, without those that were refunded, and those of second
 * subscriptions or for which nothing was given, which are refunded by themselves.
 */
export const findLatestPayments = (sql: DataSource | EntityManager, userId: string): Promise<PaymentEntity[]> =>
  sql
    .getRepository(PaymentEntity)
    .createQueryBuilder('p')
    .where({ userId, status: In(['success', 'disputed']), isUnearned: false })
    .andWhere('not exists (select from subscriptions s where s.id = p.subscriptionId and s.is_duplicate)')
    .orderBy({ 'p.paidAt': 'DESC', 'p.createdAt': 'DESC' })
    .limit(2)
    .getMany();

/** Those of other subscriptions whose refund was asked for since then. */
export const findRefundedPayments = (
  sql: DataSource | EntityManager,
  userIds: string[],
  { subscriptionId }: PaymentEntity,
  since: Date,
): Promise<PaymentEntity[]> =>
  sql.getRepository(PaymentEntity).findBy({
    userId: In(userIds),
    refundRequestedAt: MoreThan(since),
    ...(subscriptionId !== null && { subscriptionId: Not(subscriptionId) }),
  });
