import { CURRENCY, idOfPlan, type PaidPlan } from '@app/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findPages } from '../../../../platform/database/find-pages.js';
import { AccountExporters } from '../../../users/index.js';
import { BillingDetailsEntity } from '../../persistence/billing-details.entity.js';
import { BillingInvoiceEntity } from '../../persistence/billing-invoice.entity.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import { SubscriptionEventEntity } from '../../persistence/subscription-event.entity.js';
import { SubscriptionEntity } from '../../persistence/subscription.entity.js';

const OLDEST_FIRST = { createdAt: 'ASC', id: 'ASC' } as const;

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
const choiceOf = ({ plan, isAnnual }: { plan: PaidPlan; isAnnual: boolean }): object => ({
  plan_id: idOfPlan(plan),
  is_annual: isAnnual,
});
const amountOf = (cents: number | null): object => ({
  amount: cents === null ? null : cents / 100,
  currency: CURRENCY,
});

const subscription = (row: SubscriptionEntity): object => ({
  id: row.id,
  provider: row.provider,
  ...choiceOf(row),
  status: row.status,
  current_period_start: iso(row.periodStart),
  current_period_end: iso(row.periodEnd),
  canceled_at: iso(row.canceledAt),
  cancel_reason: row.cancelReason,
  created_at: iso(row.createdAt),
});

const payment = (row: PaymentEntity): object => ({
  id: row.id,
  provider: row.provider,
  kind: row.kind,
  ...choiceOf(row),
  ...amountOf(row.amountCents),
  refunded_amount: row.refundedCents / 100,
  status: row.status,
  invoice_id: row.invoiceId,
  created_at: iso(row.createdAt),
  paid_at: iso(row.paidAt),
});

const invoice = (row: BillingInvoiceEntity): object => ({
  id: row.id,
  number: row.number,
  provider: row.provider,
  ...choiceOf(row),
  ...amountOf(row.amountCents),
  status: row.status,
  period_start: iso(row.periodStart),
  period_end: iso(row.periodEnd),
  created_at: iso(row.createdAt),
});

const event = (row: SubscriptionEventEntity): object => ({
  id: row.id,
  kind: row.kind,
  ...choiceOf(row),
  ...amountOf(row.amountCents),
  at: iso(row.createdAt),
});

const details = ({ company, taxId, address }: BillingDetailsEntity): object => ({ company, tax_id: taxId, address });

/** As stored: no provider is asked. */
@Injectable()
export class ExportBilling implements OnModuleInit {
  constructor(
    private readonly exporters: AccountExporters,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    const { manager } = this.dataSource;
    this.exporters.register('subscriptions', (userId) =>
      shown(findPages(manager, SubscriptionEntity, { where: { userId }, order: OLDEST_FIRST }), subscription),
    );
    this.exporters.register('payments', (userId) =>
      shown(findPages(manager, PaymentEntity, { where: { userId }, order: OLDEST_FIRST }), payment),
    );
    this.exporters.register('invoices', (userId) =>
      shown(findPages(manager, BillingInvoiceEntity, { where: { userId }, order: OLDEST_FIRST }), invoice),
    );
    this.exporters.register('subscription_events', (userId) =>
      shown(findPages(manager, SubscriptionEventEntity, { where: { userId }, order: { id: 'ASC' } }), event),
    );
    this.exporters.register('billing_details', (userId) =>
      shown(findPages(manager, BillingDetailsEntity, { where: { userId }, order: { userId: 'ASC' } }), details),
    );
  }
}

async function* shown<E>(pages: AsyncIterable<E[]>, show: (row: E) => object): AsyncGenerator<object[], void> {
  for await (const page of pages) yield page.map(show);
}
