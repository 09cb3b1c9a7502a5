import type { Stripe } from 'stripe';
import { z } from 'zod';
import { defineCall, type Call } from '../api/call.js';
import { ApiFault, noSuch } from '../api/errors.js';
import { isWithin, listOf, matches, pageOf } from '../api/list.js';
import {
  flag,
  listParams,
  mergeMetadata,
  metadata,
  params,
  range,
  removableText,
  text,
  type ParamsOf,
} from '../api/params.js';
import { closeInvoice, finalizeInvoice, paymentOf } from '../billing/invoices.js';
import { markPaid, nextAttemptAt, payInvoice, subscriptionOf } from '../billing/settlement.js';
import { resolvePaymentMethod } from '../cards/payment-methods.js';
import { paymentErrorOf } from '../payments/errors.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored, WireList } from '../store/wire.js';

type Invoice = Stored<'invoice'>;

const ListParams = listParams({
  collection_method: text.optional(),
  created: range.optional(),
  customer: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  subscription: text.optional(),
} satisfies ParamsOf<Stripe.InvoiceListParams>);

export const invoiceCalls: Call[] = [
  defineCall('get', '/v1/invoices', ListParams, ({ account, params: given }) => {
    const found = account.objects
      .list('invoice')
      .filter(
        (invoice) =>
          matches(invoice, { customer: given.customer, status: given.status }) &&
          isWithin(invoice.created, given.created) &&
          (given.subscription === undefined || subscriptionOf(invoice) === given.subscription),
      );
    return pageOf('/v1/invoices', found, given);
  }),
  defineCall('get', '/v1/invoices/:id', params({}), ({ account, id }) => findInvoice(account, id())),
  defineCall(
    'post',
    '/v1/invoices/:id',
    params({ auto_advance: flag.optional(), description: removableText.optional(), metadata: metadata.optional() }),
    ({ account, params: given, id }) => {
      const invoice = findInvoice(account, id());
      return account.update(
        'invoice',
        invoice.id,
        {
          ...(given.auto_advance !== undefined && collectionOf(account, invoice, given.auto_advance)),
          ...(given.description !== undefined && { description: given.description }),
          metadata: mergeMetadata(invoice.metadata, given.metadata),
        },
        'invoice.updated',
      );
    },
  ),
  defineCall('get', '/v1/invoices/:id/lines', listParams({}), ({ account, params: given, id }) => {
    const invoice = findInvoice(account, id());
    return pageOf(`/v1/invoices/${invoice.id}/lines`, invoice.lines.data.toReversed(), given);
  }),
  defineCall('post', '/v1/invoices/:id/finalize', params({ auto_advance: flag.optional() }), ({ account, id }) => {
    const invoice = finalizeInvoice(account, findInvoice(account, id()).id);
    return invoice.amount_due === 0 ? markPaid(account, invoice) : invoice;
  }),
  defineCall(
    'post',
    '/v1/invoices/:id/pay',
    params({ off_session: flag.optional(), payment_method: text.optional() }),
    ({ account, params: given, id }) => {
      const invoice = findInvoice(account, id());
      const method =
        given.payment_method === undefined ? undefined : resolvePaymentMethod(account, given.payment_method);
      const after = payInvoice(account, invoice.id, {
        paymentMethodId: method?.id,
        isOffSession: given.off_session ?? true,
      });
      if (after.status === 'paid') return after;
      throw new ApiFault(402, paymentErrorOf(account, paymentOf(account, invoice.id)?.payment.payment_intent));
    },
  ),
  defineCall('post', '/v1/invoices/:id/void', params({}), ({ account, id }) =>
    closeInvoice(account, findInvoice(account, id()).id, 'void'),
  ),
  defineCall('post', '/v1/invoices/:id/mark_uncollectible', params({}), ({ account, id }) =>
    closeInvoice(account, findInvoice(account, id()).id, 'uncollectible'),
  ),
  defineCall(
    'get',
    '/v1/invoice_payments',
    listParams({
      created: range.optional(),
      invoice: text.optional(),
      payment: z
        .strictObject({
          type: z.enum(['payment_intent', 'charge']),
          payment_intent: text.optional(),
          charge: text.optional(),
        })
        .optional(),
      status: z.enum(['canceled', 'open', 'paid']).optional(),
    }),
    ({ account, params: given }) => {
      const found = account.objects
        .list('invoice_payment')
        .filter(
          (payment) =>
            matches(payment, { invoice: given.invoice, status: given.status }) &&
            isWithin(payment.created, given.created) &&
            (given.payment?.payment_intent === undefined ||
              payment.payment.payment_intent === given.payment.payment_intent),
        );
      return pageOf('/v1/invoice_payments', found, given);
    },
  ),
  defineCall('get', '/v1/invoice_payments/:id', params({}), ({ account, id }) => {
    const payment = account.objects.find('invoice_payment', id());
    if (!payment) throw noSuch('invoice_payment', id());
    return payment;
  }),
];

/** What is open is tried again only while the service collects by itself. */
function collectionOf(account: StripeAccount, invoice: Invoice, isAutomatic: boolean): Partial<Invoice> {
  const wasAutomatic = invoice.auto_advance;
  const changes = { auto_advance: isAutomatic };
  if (invoice.status !== 'open' || isAutomatic === wasAutomatic) return changes;
  return { ...changes, next_payment_attempt: isAutomatic ? nextAttemptAt(account, invoice.attempt_count) : null };
}

/** @throws ApiFault 404, or naming `param` */
export function findInvoice(account: StripeAccount, id: string, param?: string): Invoice {
  const invoice = account.objects.find('invoice', id);
  if (!invoice) throw noSuch('invoice', id, param);
  return invoice;
}

export const paymentsOf = (account: StripeAccount, { id }: { id: string }): WireList<Stored<'invoice_payment'>> =>
  listOf(
    `/v1/invoice_payments?invoice=${id}`,
    account.objects.list('invoice_payment').filter(({ invoice }) => invoice === id),
  );

/** What a browser needs to confirm the payment of an invoice. */
export function confirmationSecretOf(account: StripeAccount, { id }: { id: string }): Invoice['confirmation_secret'] {
  const intent = account.objects.find('payment_intent', paymentOf(account, id)?.payment.payment_intent);
  return intent?.client_secret == null ? null : { client_secret: intent.client_secret, type: 'payment_intent' };
}
