import type { PaymentMethod } from '@app/contracts';
import type Stripe from 'stripe';
import { AppError } from '../../../../platform/errors/app-error.js';
import { ask, askOfCustomer, cardError, find, idOf, invalidRequest, unlessRefused } from './stripe-client.js';
import { isUnpaid } from './stripe-reads.js';

const METHODS_SHOWN = 20;

const shown = (method: Stripe.PaymentMethod, defaultId: string | null): PaymentMethod => ({
  id: method.id,
  type: method.type,
  brand: method.card?.brand ?? null,
  last4: method.card?.last4 ?? null,
  exp_month: method.card?.exp_month ?? null,
  exp_year: method.card?.exp_year ?? null,
  is_default: method.id === defaultId,
});

/** Looked up among the customer's own: an id alone proves nothing. */
export class StripeMethods {
  constructor(private readonly client: Stripe) {}

  async list(customerId: string): Promise<PaymentMethod[]> {
    const [page, defaultId] = await Promise.all([
      find(() => this.client.customers.listPaymentMethods(customerId, { limit: METHODS_SHOWN })),
      this.defaultOf(customerId),
    ]);
    return page?.data.map((method) => shown(method, defaultId)) ?? [];
  }

  async owns(customerId: string, methodId: string): Promise<boolean> {
    return (await this.list(customerId)).some(({ id }) => id === methodId);
  }

  async add(customerId: string, methodId: string): Promise<PaymentMethod | null> {
    const own = (await this.list(customerId)).find(({ id }) => id === methodId);
    if (own) return own;
    try {
      const method = await find(() =>
        askOfCustomer(() => this.client.paymentMethods.attach(methodId, { customer: customerId })),
      );
      return method && shown(method, await this.defaultOf(customerId));
    } catch (error) {
      if (cardError(error)) throw new AppError('PAYMENT_METHOD_REFUSED', { cause: error });
      // Attached to another customer, or used up.
      if (invalidRequest(error)) return null;
      throw error;
    }
  }

  async remove(customerId: string, methodId: string): Promise<boolean> {
    if (!(await this.owns(customerId, methodId))) return false;
    await ask(() => this.client.paymentMethods.detach(methodId));
    return true;
  }

  async setDefault(customerId: string, methodId: string): Promise<PaymentMethod | null> {
    const own = (await this.list(customerId)).find(({ id }) => id === methodId);
    if (!own) return null;
    await ask(() =>
      this.client.customers.update(customerId, { invoice_settings: { default_payment_method: methodId } }),
    );
    const open = await ask(() => this.client.subscriptions.list({ customer: customerId, limit: 5 }));
    // A subscription bought with another card would go on charging that.
    for (const subscription of open.data) {
      const { id, cancel_at_period_end: isCancelled, latest_invoice } = subscription;
      await ask(() => this.client.subscriptions.update(id, { default_payment_method: methodId }));
      const invoiceId = idOf(latest_invoice);
      if (isUnpaid(subscription) && !isCancelled && invoiceId !== null)
        await unlessRefused(() => ask(() => this.client.invoices.pay(invoiceId, { payment_method: methodId })));
    }
    return { ...own, is_default: true };
  }

  private async defaultOf(customerId: string): Promise<string | null> {
    const customer = await find(() => this.client.customers.retrieve(customerId));
    if (!customer || customer.deleted) return null;
    const own = idOf(customer.invoice_settings.default_payment_method);
    if (own !== null) return own;
    const open = await ask(() => this.client.subscriptions.list({ customer: customerId, limit: 1 }));
    return idOf(open.data[0]?.default_payment_method);
  }
}
