import type { PaymentProviderId } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { row } from '../../../../platform/database/rows.js';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { CreditLedger } from '../../../quota/index.js';
import { SetPlan } from '../../../users/index.js';
import { changeKind } from '../../domain/plan-change.js';
import { graceEnd, isOpen, planOf } from '../../domain/subscription-access.js';
import { decideEnd, type End } from '../../domain/subscription-end.js';
import { BillingCustomerEntity } from '../../persistence/billing-customer.entity.js';
import { recordEnded, recordEvent } from '../../persistence/billing-records.js';
import { billingNow } from '../../persistence/billing-time.js';
import { InterruptedChangeEntity } from '../../persistence/interrupted-change.entity.js';
import type { PaymentEntity } from '../../persistence/payment.entity.js';
import { hasOtherOpen } from '../../persistence/subscription-reads.js';
import { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import type { SubscriptionSnapshot } from '../../providers/payment-provider.port.js';
import { GrantPlanCredits } from './grant-plan-credits.js';
import { MirrorInvoices } from './mirror-invoices.js';
import { claimUnearned } from './unearned-payments.js';

export type Applied =
  | { outcome: 'stale' }
  | { outcome: 'quarantined' }
  | {
      outcome: 'applied';
      subscription: SubscriptionEntity;
      end: End;
      /** To be paid back. */
      unearned: PaymentEntity[];
      failedRefunds: PaymentEntity[];
    };

/** One transaction; the account is locked first, so that a user's payments are handled one after the other. */
@Injectable()
export class ApplySnapshot {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly setPlan: SetPlan,
    private readonly invoices: MirrorInvoices,
    private readonly credits: GrantPlanCredits,
  ) {}

  run(provider: PaymentProviderId, snapshot: SubscriptionSnapshot, readNumber: number): Promise<Applied> {
    return inTransaction(this.dataSource, async (tx): Promise<Applied> => {
      const userId = await this.ownerOf(tx, provider, snapshot);
      if (userId === null) return { outcome: 'quarantined' };
      await this.ledger.lock(tx, userId);
      const before = await tx.findOneBy(SubscriptionEntity, { provider, providerSubscriptionId: snapshot.id });
      if (before && before.readNumber > readNumber) return { outcome: 'stale' };
      const now = await billingNow(tx);
      const former = before && tx.create(SubscriptionEntity, before);
      const subscription = await this.mirror(tx, { userId, provider, snapshot, before, readNumber });
      const failedRefunds = await this.invoices.run(tx, subscription, snapshot);
      await this.recordChanges(tx, former, subscription, now);
      subscription.nextGrantAt = await this.credits.run(tx, subscription, now);
      await tx.update(SubscriptionEntity, subscription.id, { nextGrantAt: subscription.nextGrantAt });
      await this.choosePlan(tx, subscription, now);
      // A cancellation ends what was planned, also where its answer was lost.
      if (subscription.cancelAtPeriodEnd || !isOpen(subscription.status))
        await tx.delete(InterruptedChangeEntity, { subscriptionId: subscription.id });
      const end = await this.decideEnd(tx, subscription, snapshot);
      if (end.closesHere) await tx.update(SubscriptionEntity, subscription.id, { status: 'canceled' });
      const unearned = await claimUnearned(tx, this.ledger, subscription, snapshot);
      return { outcome: 'applied', subscription, end, unearned, failedRefunds };
    });
  }

  /** Our note on the subscription must match the owner of its customer. */
  private async ownerOf(
    tx: EntityManager,
    provider: PaymentProviderId,
    { customerId, userId }: SubscriptionSnapshot,
  ): Promise<string | null> {
    const customer = await tx.findOneBy(BillingCustomerEntity, { provider, providerCustomerId: customerId });
    return customer?.userId === userId ? userId : null;
  }

  private async mirror(
    tx: EntityManager,
    {
      userId,
      provider,
      snapshot,
      before,
      readNumber,
    }: {
      userId: string;
      provider: PaymentProviderId;
      snapshot: SubscriptionSnapshot;
      before: SubscriptionEntity | null;
      readNumber: number;
    },
  ): Promise<SubscriptionEntity> {
    const { plan, isAnnual, status, anchoredAt, periodStart, periodEnd, cancelAtPeriodEnd, canceledAt } = snapshot;
    const unpaid = snapshot.invoices.findLast((invoice) => invoice.status === 'open' && invoice.reason !== 'upgrade');
    return tx.save(
      SubscriptionEntity,
      Object.assign(before ?? new SubscriptionEntity(), {
        userId,
        provider,
        providerSubscriptionId: snapshot.id,
        plan,
        isAnnual,
        status,
        anchoredAt,
        periodStart,
        periodEnd,
        cancelAtPeriodEnd,
        canceledAt: cancelAtPeriodEnd || !isOpen(status) ? canceledAt : null,
        pendingPlan: snapshot.pending?.plan ?? null,
        pendingIsAnnual: snapshot.pending?.isAnnual ?? null,
        nextAmountCents: snapshot.nextAmountCents,
        graceUntil: status === 'past_due' ? graceEnd(unpaid?.createdAt ?? periodStart) : null,
        hostedInvoiceUrl: unpaid?.hostedUrl ?? null,
        isDuplicate: before?.isDuplicate || (await this.isSecond(tx, { userId, before, snapshot })),
        readNumber,
        syncedAt: new Date(),
      }),
    );
  }

  /** Paid twice, in two tabs or with two providers: the first one stays. */
  private isSecond(
    tx: EntityManager,
    { userId, before, snapshot }: { userId: string; before: SubscriptionEntity | null; snapshot: SubscriptionSnapshot },
  ): Promise<boolean> {
    if (!isOpen(snapshot.status) || (before && isOpen(before.status))) return Promise.resolve(false);
    return hasOtherOpen(tx, userId, before?.id);
  }

  private async recordChanges(
    tx: EntityManager,
    before: SubscriptionEntity | null,
    after: SubscriptionEntity,
    now: Date,
  ): Promise<void> {
    if (after.isDuplicate) return;
    if (after.status === 'canceled') await recordEnded(tx, after, now);
    if (after.cancelAtPeriodEnd && isOpen(after.status)) {
      const at = after.canceledAt ?? now;
      await recordEvent(tx, after, { kind: 'cancelled', key: `cancelled:${after.id}:${at.getTime()}`, at });
    }
    if (before?.cancelAtPeriodEnd && !after.cancelAtPeriodEnd && isOpen(after.status))
      await recordEvent(tx, after, { kind: 'resumed', key: `resumed:${after.id}:${after.readNumber}`, at: now });
    // An upgrade within the period is recorded by its payment.
    const kind = before && isOpen(after.status) ? changeKind(before, after) : null;
    const isNewPeriod = before?.periodStart.getTime() !== after.periodStart.getTime();
    if (kind !== null && (kind !== 'upgrade' || isNewPeriod)) {
      const key = `changed:${after.id}:${after.periodStart.getTime()}`;
      await recordEvent(tx, after, { kind: 'changed', key, at: now });
    }
  }

  private async choosePlan(tx: EntityManager, subscription: SubscriptionEntity, now: Date): Promise<void> {
    const { id, userId, isDuplicate } = subscription;
    const given = isDuplicate ? null : planOf(subscription, now);
    const isLeft = given === null || (given === 'free' && (await hasOtherOpen(tx, userId, id)));
    if (!isLeft) await this.setPlan.run(tx, userId, given);
  }

  private async decideEnd(
    tx: EntityManager,
    { userId, status, isDuplicate }: SubscriptionEntity,
    { billing, endedAt, invoices }: SubscriptionSnapshot,
  ): Promise<End> {
    const account = await row(tx, `select 1 from users where id = $1 and deleted_at is null`, [userId]);
    const hasOpenInvoice = invoices.some((invoice) => invoice.status === 'open');
    return decideEnd({ status, isDuplicate, hasAccount: account !== null, billing, endedAt, hasOpenInvoice });
  }
}
