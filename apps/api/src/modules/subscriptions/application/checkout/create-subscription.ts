import { planOfId, priceCents, type PaidPlanId, type PaymentOutcome } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../../platform/errors/app-error.js';
import { CreditLedger } from '../../../quota/index.js';
import { findBegunPayment } from '../../persistence/begun-payments.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import { findOpenSubscription } from '../../persistence/subscription-reads.js';
import { PaymentOutcomes } from './payment-outcomes.js';
import { SavedCards } from '../cards/saved-cards.js';
import { SyncSubscription } from '../sync/sync-subscription.js';

interface PurchaseWish {
  plan_id: PaidPlanId;
  payment_method: string;
  is_annual: boolean;
}

@Injectable()
export class CreateSubscription {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly cards: SavedCards,
    private readonly sync: SyncSubscription,
    private readonly outcomes: PaymentOutcomes,
  ) {}

  async run(userId: string, wish: PurchaseWish): Promise<PaymentOutcome> {
    if (await findOpenSubscription(this.dataSource, userId)) throw new AppError('ALREADY_SUBSCRIBED');
    const customerId = await this.cards.ownerOf(userId, wish.payment_method);
    if (customerId === null) throw notFound();
    const payment = await this.beginPayment(userId, wish);
    const outcome = await this.charge(payment, customerId);
    const isOther = payment.paymentMethod !== wish.payment_method;
    // With another card than that of the failed purchase, that card is tried next.
    return isOther && outcome.status === 'failed' ? this.run(userId, wish) : outcome;
  }

  private async charge(payment: PaymentEntity, customerId: string): Promise<PaymentOutcome> {
    const { id: paymentId, userId, plan, isAnnual, paymentMethod: methodId } = payment;
    if (methodId === null) throw new Error(`The payment ${paymentId} has no card`);
    const subscriptionId = await this.cards.buy({ paymentId, userId, customerId, plan, isAnnual, methodId });
    if (subscriptionId === null) throw notFound();
    await this.sync.run('stripe', subscriptionId);
    return this.outcomes.of(await this.dataSource.getRepository(PaymentEntity).findOneByOrFail({ id: paymentId }));
  }

  /** A repeated request continues the payment that the first one began, and so charges once. */
  private beginPayment(
    userId: string,
    { plan_id, is_annual: isAnnual, payment_method: paymentMethod }: PurchaseWish,
  ): Promise<PaymentEntity> {
    const plan = planOfId(plan_id);
    const wanted = { userId, provider: 'stripe', kind: 'direct', plan, isAnnual } as const;
    return inTransaction(this.dataSource, async (tx) => {
      await this.ledger.lock(tx, userId);
      if (await findOpenSubscription(tx, userId)) throw new AppError('ALREADY_SUBSCRIBED');
      const begun = await findBegunPayment(tx, wanted);
      const fresh = { ...wanted, amountCents: priceCents(plan, isAnnual), paymentMethod };
      return begun ?? tx.save(PaymentEntity, Object.assign(new PaymentEntity(), fresh));
    });
  }
}
