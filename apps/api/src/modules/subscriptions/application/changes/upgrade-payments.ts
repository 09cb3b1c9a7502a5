import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import { CreditLedger } from '../../../quota/index.js';
import { isSameChoice, type PlanChoice } from '../../domain/plan-change.js';
import { findBegunPayment } from '../../persistence/begun-payments.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import { SyncSubscription } from '../sync/sync-subscription.js';

/** A request has ended by then; of a younger one, the price differs by less than a cent. */
const RUNNING_MS = 60_000;

interface UpgradePrice {
  amountCents: number;
  prorationDate: number | undefined;
  /** As the provider tells it. */
  periodStart: number;
}

/** Its request may still be under way, in the period that it was begun in. */
const isRunning = ({ createdAt, prorationDate }: PaymentEntity, { periodStart }: UpgradePrice): boolean =>
  createdAt.getTime() > Date.now() - RUNNING_MS && (prorationDate === null || prorationDate >= periodStart);

@Injectable()
export class UpgradePayments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly sync: SyncSubscription,
  ) {}

  /** A repeated request continues the payment that the first one began, and so charges once. */
  async begin(current: SubscriptionEntity, choice: PlanChoice, terms: UpgradePrice): Promise<PaymentEntity> {
    const begun = await this.findOrBegin(current, choice, terms);
    if (isRunning(begun, terms)) return begun;
    // Whether it was charged, or declined, only the provider knows.
    await this.sync.run(current.provider, current.providerSubscriptionId);
    await this.endUncharged(begun);
    const after = await this.dataSource.getRepository(PaymentEntity).findOneByOrFail({ id: begun.id });
    // Under the key of one that was declined, that answer would come again, whatever card there is by now.
    const isOver = after.status === 'cancelled' || after.status === 'failed';
    return isOver ? this.findOrBegin(current, choice, terms) : after;
  }

  private findOrBegin(
    { id: subscriptionId, userId, provider }: SubscriptionEntity,
    choice: PlanChoice,
    { amountCents, prorationDate }: UpgradePrice,
  ): Promise<PaymentEntity> {
    const wanted = { userId, subscriptionId, provider, kind: 'upgrade', ...choice } as const;
    return inTransaction(this.dataSource, async (tx) => {
      await this.ledger.lock(tx, userId);
      const begun = await findBegunPayment(tx, wanted);
      if (begun) return begun;
      const now = await tx.findOneByOrFail(SubscriptionEntity, { id: subscriptionId });
      // The request before this one has made the upgrade meanwhile.
      if (isSameChoice(now, choice)) throw new AppError('ALREADY_ON_PLAN');
      const fresh = { ...wanted, amountCents: Math.max(amountCents, 1), prorationDate: prorationDate ?? null };
      return tx.save(PaymentEntity, Object.assign(new PaymentEntity(), fresh));
    });
  }

  endUncharged({ id, userId }: PaymentEntity): Promise<void> {
    return inTransaction(this.dataSource, async (tx) => {
      await this.ledger.lock(tx, userId);
      await tx.update(PaymentEntity, { id, status: 'redirecting', invoiceId: IsNull() }, { status: 'cancelled' });
    });
  }
}
