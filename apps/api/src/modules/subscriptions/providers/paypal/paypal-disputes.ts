import * as z from 'zod';
import { pageSchema, type PaypalClient } from './paypal-client.js';
import { oldMoneySchema, toCents } from './paypal-money.js';

const listSchema = z.object({
  items: z.array(z.object({ dispute_id: z.string(), status: z.string() })).optional(),
});
const disputeSchema = z.object({ dispute_outcome: z.object({ outcome_code: z.string() }).optional() });
const refundsSchema = pageSchema.extend({
  events: z
    .array(
      z.object({
        resource: z.object({
          total_refunded_amount: z.object({ value: z.string() }).optional(),
          amount: oldMoneySchema,
        }),
      }),
    )
    .optional(),
});
const LOST = ['RESOLVED_BUYER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'ACCEPTED'];
const PAGE_SIZE = 100;

const pathOf = (query: Record<string, string>): string =>
  `/v1/customer/disputes?${new URLSearchParams(query).toString()}`;

/** PayPal does not report refunds and disputes with the payment. */
export class PaypalDisputes {
  constructor(private readonly client: PaypalClient) {}

  /** Throws without the permission, so that this is noticed before the first payment. */
  async checkAccess(): Promise<void> {
    await this.client.call(pathOf({ page_size: '1' }), listSchema);
  }

  /** A dispute that was won or withdrawn took nothing. */
  async isDisputed(transactionId: string): Promise<boolean> {
    const path = pathOf({ disputed_transaction_id: transactionId });
    const { items = [] } = await this.client.call(path, listSchema);
    const outcomes = await Promise.all(
      items.map(async ({ dispute_id: id, status }) => status !== 'RESOLVED' || this.wasLost(id)),
    );
    return outcomes.includes(true);
  }

  private async wasLost(id: string): Promise<boolean> {
    const dispute = await this.client.find(`/v1/customer/disputes/${encodeURIComponent(id)}`, disputeSchema);
    return LOST.includes(dispute?.dispute_outcome?.outcome_code ?? '');
  }

  /** For partial refunds. Only events tell, and for a month: null afterwards. */
  async refundedCents(transactionId: string): Promise<number | null> {
    const query = new URLSearchParams({
      event_type: 'PAYMENT.SALE.REFUNDED',
      transaction_id: transactionId,
      page_size: String(PAGE_SIZE),
    });
    const path = `/v1/notifications/webhooks-events?${query.toString()}`;
    const pages = await this.client.pages(path, refundsSchema);
    const events = pages.flatMap((page) => page.events ?? []);
    const totals = events.map(({ resource: { total_refunded_amount: total, amount } }) =>
      toCents(total?.value ?? amount.total),
    );
    return totals.length === 0 ? null : Math.max(...totals);
  }
}
