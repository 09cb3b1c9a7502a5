import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import { CreditLedger } from '../../../quota/index.js';
import { dueGrants, type PaidInvoice } from '../../domain/due-grants.js';
import { proRataUnits } from '../../domain/refund-rule.js';
import { isOpen } from '../../domain/subscription-access.js';
import { BillingInvoiceEntity } from '../../persistence/billing-invoice.entity.js';
import { findGrantKeysOf } from '../../persistence/invoice-reads.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import type { SubscriptionEntity } from '../../persistence/subscription.entity.js';

/** Those of a year and its upgrades. */
const INVOICES_READ = 20;

/** In the caller's transaction, after the account is locked. */
@Injectable()
export class GrantPlanCredits {
  constructor(private readonly ledger: CreditLedger) {}

  async run(tx: EntityManager, subscription: SubscriptionEntity, now: Date): Promise<Date | null> {
    const { userId, status, isDuplicate, cancelAtPeriodEnd, anchoredAt } = subscription;
    if (!isOpen(status) || isDuplicate) return this.endWithPeriod(tx, subscription, now);
    const { grants, nextGrantAt, isRunning } = dueGrants({
      invoices: await this.paidInvoices(tx, subscription.id),
      anchor: anchoredAt,
      isRenewed: !cancelAtPeriodEnd,
      now,
    });
    for (const grant of grants) {
      if (!(await this.ledger.grant(tx, { userId, ...grant })))
        await this.ledger.moveExpiry(tx, userId, grant.sourceKey, grant);
    }
    // The former month's credits were kept only until these came, and those of the former plan while an upgrade was disputed.
    if (isRunning)
      await this.ledger.endPlanCredits(
        tx,
        userId,
        grants.map(({ sourceKey }) => sourceKey),
      );
    await this.takeRefundedParts(tx, subscription);
    return nextGrantAt;
  }

  /** Credits of an ended subscription stay until the end of their month. */
  private async endWithPeriod(tx: EntityManager, subscription: SubscriptionEntity, now: Date): Promise<null> {
    const { grants } = dueGrants({
      invoices: await this.paidInvoices(tx, subscription.id),
      anchor: subscription.anchoredAt,
      isRenewed: false,
      now,
    });
    for (const grant of grants) await this.ledger.moveExpiry(tx, subscription.userId, grant.sourceKey, grant);
    await this.takeRefundedParts(tx, subscription);
    return null;
  }

  /** After the grants, so that a month which comes after a refund is of its part too. */
  private async takeRefundedParts(tx: EntityManager, { id, userId }: SubscriptionEntity): Promise<void> {
    const refunded = await tx.findBy(PaymentEntity, {
      userId,
      subscriptionId: id,
      status: 'success',
      refundedCents: MoreThan(0),
    });
    for (const payment of refunded) {
      const { refundedCents, amountCents } = payment;
      const keys = await findGrantKeysOf(tx, payment);
      for (const { sourceKey, units } of await this.ledger.granted(tx, userId, keys))
        await this.ledger.revokePart(tx, userId, sourceKey, proRataUnits(units, refundedCents, amountCents));
    }
  }

  private async paidInvoices(tx: EntityManager, subscriptionId: string): Promise<PaidInvoice[]> {
    const invoices = await tx.find(BillingInvoiceEntity, {
      where: { subscriptionId, status: 'paid' },
      order: { createdAt: 'DESC' },
      take: INVOICES_READ,
    });
    return invoices.filter((invoice): invoice is BillingInvoiceEntity & { paidAt: Date } => isFullyPaid(invoice));
  }
}

const isFullyPaid = ({ paidAt, amountCents }: BillingInvoiceEntity): boolean => paidAt !== null && amountCents > 0;
