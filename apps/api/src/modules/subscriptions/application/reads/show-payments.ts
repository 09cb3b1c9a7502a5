import { CURRENCY, idOfPlan, type Paged, type Payment, type RefundState } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../../../../platform/errors/app-error.js';
import { CreditLedger } from '../../../quota/index.js';
import { findFailedRefunds } from '../../persistence/billing-records.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import { findLatestPayments } from '../../persistence/refundable-payments.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { findRefundRefusal } from '../changes/find-refund-refusal.js';
import { wireState } from '../checkout/payment-outcomes.js';
import { sliceOf, type PageWish } from './page-wish.js';

interface Refundable {
  id: string | null;
  /** Afterwards the payment before it, too. */
  withPrevious: boolean;
}

@Injectable()
export class ShowPayments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly providers: PaymentProviders,
  ) {}

  async list(userId: string, wish: PageWish): Promise<Paged<Payment>> {
    const [found, total] = await this.dataSource
      .getRepository(PaymentEntity)
      .findAndCount({ where: { userId }, order: { createdAt: 'DESC', id: 'DESC' }, ...sliceOf(wish) });
    return { data: await this.toPayments(userId, found), ...wish, total };
  }

  async one(userId: string, id: string): Promise<Payment> {
    const found = await this.dataSource.getRepository(PaymentEntity).findBy({ id, userId });
    const [payment] = await this.toPayments(userId, found);
    if (!payment) throw notFound();
    return payment;
  }

  private async toPayments(userId: string, payments: PaymentEntity[]): Promise<Payment[]> {
    const refundable = await this.findRefundable(userId);
    const failed = await findFailedRefunds(this.dataSource, payments);
    return payments.map((payment) => toPayment(payment, refundable, failed.has(payment.id)));
  }

  private async findRefundable(userId: string): Promise<Refundable> {
    const [latest, previous] = await findLatestPayments(this.dataSource, userId);
    if (!latest || !(await this.canRefund(latest))) return { id: null, withPrevious: false };
    return { id: latest.id, withPrevious: previous !== undefined && (await this.canRefund(previous)) };
  }

  /** As the latest one. */
  private async canRefund(payment: PaymentEntity): Promise<boolean> {
    if (payment.invoiceId === null || !this.providers.ids.includes(payment.provider)) return false;
    return (await findRefundRefusal(this.dataSource, this.ledger, payment, true)) === null;
  }
}

function refundState({ status, refundRequestedAt, isUnearned }: PaymentEntity, hasFailed: boolean): RefundState | null {
  if (hasFailed) return 'failed';
  return status === 'success' && (refundRequestedAt !== null || isUnearned) ? 'pending' : null;
}

const toPayment = (payment: PaymentEntity, refundable: Refundable, hasFailedRefund: boolean): Payment => ({
  id: payment.id,
  provider: payment.provider,
  kind: payment.kind,
  plan_id: idOfPlan(payment.plan),
  is_annual: payment.isAnnual,
  amount: payment.amountCents / 100,
  refunded_amount: payment.refundedCents / 100,
  currency: CURRENCY,
  status: wireState(payment.status),
  failure_reason: payment.failureReason,
  is_disputed: payment.status === 'disputed',
  refund_state: refundState(payment, hasFailedRefund),
  invoice_id: payment.invoiceId,
  created_at: payment.createdAt.toISOString(),
  paid_at: payment.paidAt?.toISOString() ?? null,
  can_refund: payment.id === refundable.id,
  can_refund_previous: payment.id === refundable.id && refundable.withPrevious,
});
