import type { BillingDetails } from '@app/contracts';
import { Readable } from 'node:stream';
import * as z from 'zod';
import type { InvoiceFile } from '../payment-provider.port.js';
import type { PaypalClient } from './paypal-client.js';
import { oldMoneySchema, toCents } from './paypal-money.js';
import type { PaypalPlans } from './paypal-plans.js';
import { receiptPdf } from './receipt-pdf.js';

const saleSchema = z.object({
  id: z.string(),
  state: z.string(),
  amount: oldMoneySchema,
  billing_agreement_id: z.string().optional(),
  create_time: z.string(),
});

const STATES: Record<string, string> = {
  completed: 'Paid',
  partially_refunded: 'Paid, and refunded in part',
  refunded: 'Paid, and refunded',
  reversed: 'Paid, and taken back',
};

/** PayPal makes no receipts for subscriptions. */
export class PaypalReceipts {
  constructor(
    private readonly client: PaypalClient,
    private readonly plans: PaypalPlans,
    private readonly brand: string,
  ) {}

  async subscriptionOf(saleId: string): Promise<string | null> {
    return (await this.findSale(saleId))?.billing_agreement_id ?? null;
  }

  async read(saleId: string, buyer: BillingDetails): Promise<InvoiceFile | null> {
    const sale = await this.findSale(saleId);
    const state = sale && STATES[sale.state];
    if (!sale || state === undefined) return null;
    const { total, currency } = sale.amount;
    const choice = await this.plans.choiceOfPrice(toCents(total));
    const plan =
      choice && `${choice.plan === 'pro' ? 'Pro' : 'Enterprise'}, ${choice.isAnnual ? 'one year' : 'one month'}`;
    const content = receiptPdf(`${this.brand} receipt`, [
      `Number: ${sale.id}`,
      `Date: ${sale.create_time.slice(0, 10)}`,
      ...(plan ? [`Plan: ${plan}`] : []),
      `Amount: ${total} ${currency}`,
      `Status: ${state}`,
      '',
      ...billedTo(buyer),
      `PayPal transaction ${sale.id}`,
      `PayPal subscription ${sale.billing_agreement_id ?? ''}`,
    ]);
    return { content: Readable.from([content]), bytes: content.length };
  }

  private async findSale(id: string): Promise<z.output<typeof saleSchema> | null> {
    // The id may come from a request.
    return /^[A-Za-z0-9-]+$/.test(id) ? this.client.find(`/v1/payments/sale/${id}`, saleSchema) : null;
  }
}

function billedTo({ company, tax_id: taxId, address }: BillingDetails): string[] {
  const lines = [company, taxId && `Tax ID: ${taxId}`, ...address.split('\n')].filter((line) => line !== '');
  return lines.length > 0 ? ['Billed to', ...lines, ''] : [];
}
