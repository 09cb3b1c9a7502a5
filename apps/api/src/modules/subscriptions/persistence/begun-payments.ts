import { Raw, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { PaymentEntity } from './payment.entity.js';

/** How long a request may be repeated: providers keep idempotency keys for 24 hours. */
export const REUSE_HOURS = 20;

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
