import {
  CURRENCY,
  idOfPlan,
  type Invoice,
  type Paged,
  type Payment,
  type RefundState,
  type SubscriptionEvent,
} from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../../../../platform/errors/app-error.js';
import { CreditLedger } from '../../../quota/index.js';
import { keysOf } from '../../domain/grant-keys.js';
import { refundRefusal } from '../../domain/refund-rule.js';
import { BillingInvoiceEntity } from '../../persistence/billing-invoice.entity.js';
import { findFailedRefunds, hasRefundFailed } from '../../persistence/billing-records.js';
import { billingNow } from '../../persistence/billing-time.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import { findLatestPayments } from '../../persistence/refundable-payments.js';
import { SubscriptionEventEntity } from '../../persistence/subscription-event.entity.js';
import type { InvoiceFile } from '../../providers/payment-provider.port.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { SavedBillingDetails } from '../checkout/saved-billing-details.js';
import { wireState } from '../checkout/payment-outcomes.js';

export interface PageWish {
  page: number;
  limit: number;
}

interface Refundable {
  id: string | null;
  /** Afterwards the payment before it, too. */
  withPrevious: boolean;
}

const cents = (value: number): number => value / 100;
const slice = ({ page, limit }: PageWish) => ({ skip: (page - 1) * limit, take: limit });

@Injectable()
export class ShowPayments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly providers: PaymentProviders,
    private readonly details: SavedBillingDetails,
  ) {}

  async payments(userId: string, wish: PageWish): Promise<Paged<Payment>> {
    const [found, total] = await this.dataSource
      .getRepository(PaymentEntity)
      .findAndCount({ where: { userId }, order: { createdAt: 'DESC', id: 'DESC' }, ...slice(wish) });
    return { data: await this.shown(userId, found), ...wish, total };
  }

  async one(userId: string, id: string): Promise<Payment> {
    const found = await this.dataSource.getRepository(PaymentEntity).findBy({ id, userId });
    const [payment] = await this.shown(userId, found);
    if (!payment) throw notFound();
    return payment;
  }

  async invoices(userId: string, wish: PageWish): Promise<Paged<Invoice>> {
    const [found, total] = await this.dataSource
      .getRepository(BillingInvoiceEntity)
      .findAndCount({ where: { userId }, order: { createdAt: 'DESC', id: 'DESC' }, ...slice(wish) });
    const data = found.map((invoice): Invoice => ({
      id: invoice.id,
      number: invoice.number,
      provider_invoice_id: invoice.providerInvoiceId,
      status: invoice.status,
      plan_id: idOfPlan(invoice.plan),
      is_annual: invoice.isAnnual,
      amount: cents(invoice.amountCents),
      currency: CURRENCY,
      created_at: invoice.createdAt.toISOString(),
      period_start: invoice.periodStart.toISOString(),
      period_end: invoice.periodEnd.toISOString(),
    }));
    return { data, ...wish, total };
  }

  async invoiceFile(userId: string, id: string): Promise<InvoiceFile & { name: string }> {
    const invoice = await this.dataSource.getRepository(BillingInvoiceEntity).findOneBy({ id, userId });
    if (!invoice) throw notFound();
    const provider = this.providers.get(invoice.provider);
    const buyer = await this.details.show(userId);
    const file = await this.providers.inTime(provider.readInvoiceFile(invoice.providerInvoiceId, buyer));
    if (!file) throw notFound();
    return { ...file, name: `invoice-${(invoice.number ?? invoice.id).replace(/[^\w-]/g, '')}.pdf` };
  }

  async history(userId: string, wish: PageWish): Promise<Paged<SubscriptionEvent>> {
    const [found, total] = await this.dataSource
      .getRepository(SubscriptionEventEntity)
      .findAndCount({ where: { userId }, order: { createdAt: 'DESC', id: 'DESC' }, ...slice(wish) });
    const data = found.map((event): SubscriptionEvent => ({
      id: event.id,
      kind: event.kind,
      plan_id: idOfPlan(event.plan),
      is_annual: event.isAnnual,
      amount: event.amountCents === null ? null : cents(event.amountCents),
      currency: CURRENCY,
      at: event.createdAt.toISOString(),
    }));
    return { data, ...wish, total };
  }

  private async shown(userId: string, payments: PaymentEntity[]): Promise<Payment[]> {
    const refundable = await this.findRefundable(userId);
    const failed = await findFailedRefunds(this.dataSource, payments);
    return payments.map((payment) => shown(payment, refundable, failed.has(payment.id)));
  }

  private async findRefundable(userId: string): Promise<Refundable> {
    const [latest, previous] = await findLatestPayments(this.dataSource, userId);
    if (!latest || !(await this.canRefund(latest))) return { id: null, withPrevious: false };
    return { id: latest.id, withPrevious: previous !== undefined && (await this.canRefund(previous)) };
  }

  /** As the latest one. */
  private async canRefund(payment: PaymentEntity): Promise<boolean> {
    const { userId, provider, invoiceId, status, refundRequestedAt, paidAt, refundedCents } = payment;
    if (invoiceId === null || !this.providers.ids.includes(provider)) return false;
    const invoice = await this.dataSource.getRepository(BillingInvoiceEntity).findOneByOrFail({ id: invoiceId });
    const facts = {
      isLatest: true,
      isPaid: status === 'success' && refundRequestedAt === null,
      paidAt,
      refundedCents,
      hasRefundFailed: await hasRefundFailed(this.dataSource, payment),
      ...(await this.ledger.usage(this.dataSource, userId, keysOf(invoice))),
    };
    return refundRefusal(facts, await billingNow(this.dataSource)) === null;
  }
}

function refundState({ status, refundRequestedAt, isUnearned }: PaymentEntity, hasFailed: boolean): RefundState | null {
  if (hasFailed) return 'failed';
  return status === 'success' && (refundRequestedAt !== null || isUnearned) ? 'pending' : null;
}

const shown = (payment: PaymentEntity, refundable: Refundable, hasFailedRefund: boolean): Payment => ({
  id: payment.id,
  provider: payment.provider,
  kind: payment.kind,
  plan_id: idOfPlan(payment.plan),
  is_annual: payment.isAnnual,
  amount: cents(payment.amountCents),
  refunded_amount: cents(payment.refundedCents),
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
