import { Raw, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { PaymentEntity } from './payment.entity.js';

/** Within which a repeated request goes on with what the first has begun: providers keep idempotency keys for 24 hours. */
export const REUSE_HOURS = 20;

/** The newest payment that was begun and is not decided. */
export const findBegunPayment = (
  tx: EntityManager,
  wanted: FindOptionsWhere<PaymentEntity>,
): Promise<PaymentEntity | null> =>
  tx.findOne(PaymentEntity, {
    where: {
      ...wanted,
      status: 'redirecting',
      createdAt: Raw((at) => `${at} > now() - make_interval(hours => ${REUSE_HOURS})`),
    },
    order: { createdAt: 'DESC' },
  });
