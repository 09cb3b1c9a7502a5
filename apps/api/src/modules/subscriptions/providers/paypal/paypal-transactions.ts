import type { PaymentFailureReason } from '@app/contracts';
import * as z from 'zod';
import type { InvoiceSnapshot, ProviderPayment } from '../payment-provider.port.js';
import { billedPeriods, isPaid, isRefused, type BilledPeriod } from './billed-periods.js';
import { pageSchema, type PaypalClient } from './paypal-client.js';
import type { PaypalDisputes } from './paypal-disputes.js';
import { centsOf, moneySchema } from './paypal-money.js';
import type { PaypalPlans } from './paypal-plans.js';

const listSchema = pageSchema.extend({
  transactions: z
    .array(
      z.object({
        id: z.string(),
        status: z.string(),
        time: z.iso.datetime({ offset: true }),
        amount_with_breakdown: z.object({ gross_amount: moneySchema }),
      }),
    )
    .optional(),
});

/** Where people see what they have agreed to, and change how it is paid. Pages have another host than the API. */
export const automaticPaymentsPage = (baseUrl: string): string =>
  `${baseUrl.replace('//api-m.', '//www.')}/myaccount/autopay`;

/** Transactions stand for invoices, which PayPal lacks. */
export class PaypalTransactions {
  constructor(
    private readonly client: PaypalClient,
    private readonly plans: PaypalPlans,
    private readonly disputes: PaypalDisputes,
  ) {}

  async ofSubscription(id: string, since: Date, until: Date): Promise<BilledPeriod[]> {
    const query = new URLSearchParams({ start_time: since.toISOString(), end_time: until.toISOString() });
    const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}/transactions?${query.toString()}`;
    const pages = await this.client.pages(path, listSchema);
    const transactions = pages.flatMap((page) => page.transactions ?? []);
    const known = await Promise.all(
      transactions.map(async ({ time, amount_with_breakdown: { gross_amount: amount }, ...transaction }) => {
        const cents = centsOf(amount);
        const choice = cents === null ? null : await this.plans.choiceOfPrice(cents);
        return cents === null || !choice ? null : { ...transaction, ...choice, cents, at: new Date(time) };
      }),
    );
    const found = known.filter((one) => one !== null);
    return billedPeriods(found.toSorted((a, b) => a.at.getTime() - b.at.getTime()));
  }

  async invoiceOf(
    billed: BilledPeriod,
    { isDue, failureReason, repairUrl }: { isDue: boolean; failureReason: PaymentFailureReason; repairUrl: string },
  ): Promise<InvoiceSnapshot> {
    const { id, plan, isAnnual, cents, at, start, end, isFirst } = billed;
    return {
      id,
      number: id,
      reason: isFirst ? 'start' : 'renewal',
      status: isPaid(billed) ? 'paid' : isRefused(billed) && !isDue ? 'void' : 'open',
      plan,
      isAnnual,
      amountCents: cents,
      periodStart: start,
      periodEnd: end,
      createdAt: at,
      paidAt: isPaid(billed) ? at : null,
      hostedUrl: isDue && isRefused(billed) && !isFirst ? repairUrl : null,
      payment: await this.paymentOf(billed, failureReason),
    };
  }

  private async paymentOf(billed: BilledPeriod, failureReason: PaymentFailureReason): Promise<ProviderPayment> {
    const { id, status, cents } = billed;
    if (!isPaid(billed)) {
      const isFailed = isRefused(billed);
      const state = isFailed ? 'failed' : 'open';
      return { id, state, failureReason: isFailed ? failureReason : null, refundedCents: 0, isDisputed: false };
    }
    const isWhole = status === 'REFUNDED';
    const [isDisputed, part] = await Promise.all([
      this.disputes.isDisputed(id),
      status === 'PARTIALLY_REFUNDED' ? this.disputes.refundedCents(id) : 0,
    ]);
    return { id, state: 'paid', failureReason: null, refundedCents: isWhole ? cents : part, isDisputed };
  }
}
