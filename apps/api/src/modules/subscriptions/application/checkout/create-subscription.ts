import { planOfId, priceCents, type PaidPlanId, type PaymentOutcome } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../../platform/errors/app-error.js';
import { CreditLedger } from '../../../quota/index.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import { findOpenSubscription } from '../../persistence/subscription-reads.js';
import { PaymentOutcomes } from './payment-outcomes.js';
import { SavedCards } from '../cards/saved-cards.js';
import { SyncSubscription } from '../sync/sync-subscription.js';

/** Buys a plan with a card that was saved before, without the provider's page. */
@Injectable()
export class CreateSubscription {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly cards: SavedCards,
    private readonly sync: SyncSubscription,
    private readonly outcomes: PaymentOutcomes,
  ) {}

  async run(
    userId: string,
    wish: { plan_id: PaidPlanId; payment_method: string; is_annual: boolean },
  ): Promise<PaymentOutcome> {
    if (await findOpenSubscription(this.dataSource, userId)) throw new AppError('ALREADY_SUBSCRIBED');
    const customerId = await this.cards.ownerOf(userId, wish.payment_method);
    if (customerId === null) throw notFound();
    const payment = await this.beginPayment(userId, wish);
    const { id: paymentId, plan, isAnnual } = payment;
    const order = { paymentId, userId, customerId, plan, isAnnual, methodId: wish.payment_method };
    const subscriptionId = await this.cards.buy(order);
    if (subscriptionId === null) throw notFound();
    await this.sync.run('stripe', subscriptionId);
    return this.outcomes.of(await this.dataSource.getRepository(PaymentEntity).findOneByOrFail({ id: paymentId }));
  }

  /** A repeated request goes on with what the first has begun, and so charges once. */
  private beginPayment(
    userId: string,
    { plan_id, is_annual: isAnnual }: { plan_id: PaidPlanId; is_annual: boolean },
  ): Promise<PaymentEntity> {
    const plan = planOfId(plan_id);
    const begun = { userId, provider: 'stripe', kind: 'direct', status: 'redirecting', plan, isAnnual } as const;
    return inTransaction(this.dataSource, async (tx) => {
      await this.ledger.lock(tx, userId);
      if (await findOpenSubscription(tx, userId)) throw new AppError('ALREADY_SUBSCRIBED');
      const amountCents = priceCents(plan, isAnnual);
      const known = await tx.findOneBy(PaymentEntity, begun);
      return known ?? tx.save(PaymentEntity, Object.assign(new PaymentEntity(), begun, { amountCents }));
    });
  }
}
