import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { CreditLedger } from '../../../quota/index.js';
import type { PlanChoice } from '../../domain/plan-change.js';
import { findBegunPayment } from '../../persistence/begun-payments.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import type { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import { SyncSubscription } from '../sync/sync-subscription.js';

/** A request has ended by then; of a younger one, the price differs by less than a cent. */
const RUNNING_MS = 60_000;

interface UpgradePrice {
  amountCents: number;
  prorationDate: number | undefined;
}

/** Begun for another price than the one that is shown, or for a period that is over. */
const isOutdated = (
  { createdAt, prorationDate }: PaymentEntity,
  { periodStart }: SubscriptionEntity,
  shown: UpgradePrice,
): boolean => {
  if (createdAt.getTime() > Date.now() - RUNNING_MS) return false;
  const isOther = shown.prorationDate !== undefined && shown.prorationDate !== prorationDate;
  return isOther || (prorationDate !== null && prorationDate * 1000 < periodStart.getTime());
};

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
    if (!isOutdated(begun, current, terms)) return begun;
    // Whether it was charged, only the provider knows.
    await this.sync.run(current.provider, current.providerSubscriptionId);
    await this.endUncharged(begun);
    const after = await this.dataSource.getRepository(PaymentEntity).findOneByOrFail({ id: begun.id });
    return after.status === 'cancelled' ? this.findOrBegin(current, choice, terms) : after;
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
      const fresh = { ...wanted, amountCents: Math.max(amountCents, 1), prorationDate: prorationDate ?? null };
      return begun ?? tx.save(PaymentEntity, Object.assign(new PaymentEntity(), fresh));
    });
  }

  endUncharged({ id, userId }: PaymentEntity): Promise<void> {
    return inTransaction(this.dataSource, async (tx) => {
      await this.ledger.lock(tx, userId);
      await tx.update(PaymentEntity, { id, status: 'redirecting', invoiceId: IsNull() }, { status: 'cancelled' });
    });
  }
}
