import { Hono } from 'hono';
import { z } from 'zod';
import type { SandboxApp, SandboxContext, SandboxEnv } from '../../kit/provider.js';
import { readBody } from '../http/body.js';
import { notFound } from '../http/errors.js';
import { amountOf, MoneyBody } from '../money.js';
import { wantsRepresentation } from '../paging.js';
import type { World } from '../world.js';
import { presentCapture, presentSale, type Payment } from './payment.js';
import { presentRefund, presentSaleRefund, type Refund } from './refund.js';
import { refundPayment } from './refunding.js';

const RefundBody = z.object({
  amount: MoneyBody.optional(),
  note_to_payer: z.string().min(1).max(255).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  custom_id: z.string().min(1).max(127).optional(),
});
const SaleRefundBody = z.object({
  amount: z.object({ total: z.string().regex(/^\d+(\.\d+)?$/), currency: z.string().length(3) }).optional(),
  description: z.string().max(255).optional(),
});

/**
 * Captures, the payments of subscriptions (`sale`), and refunds of both. As with PayPal, the transaction of a
 * subscription is also reached, and refunded, as a capture.
 */
export function paymentRoutes(world: World): SandboxApp {
  const { payments, refunds, links } = world;
  const app = new Hono<SandboxEnv>();
  const paymentOf = (c: SandboxContext, kind?: Payment['kind']): Payment => {
    const found = payments.value.find(({ id }) => id === c.req.param('id'));
    if (!found || (kind !== undefined && found.kind !== kind)) throw notFound();
    return found;
  };
  const refundOf = (c: SandboxContext): Refund => {
    const found = refunds.value.find(({ id }) => id === c.req.param('id'));
    if (!found) throw notFound();
    return found;
  };
  app.get('/v2/payments/captures/:id', (c) => c.json(presentCapture(paymentOf(c), links)));
  app.post('/v2/payments/captures/:id/refund', async (c) => {
    const payment = paymentOf(c);
    const body = await readBody(c, RefundBody, { mayBeEmpty: true });
    const refund = refundPayment(world, payment, {
      amount: body.amount && amountOf(body.amount, '/amount'),
      note: body.note_to_payer,
      invoiceId: body.invoice_id,
      customId: body.custom_id,
    });
    const { id, status, links: own, ...rest } = presentRefund(refund, links);
    return c.json(wantsRepresentation(c) ? { id, status, ...rest, links: own } : { id, status, links: own }, 201);
  });
  app.get('/v2/payments/refunds/:id', (c) => c.json(presentRefund(refundOf(c), links)));

  app.get('/v1/payments/sale/:id', (c) => c.json(presentSale(paymentOf(c, 'sale'), links)));
  app.post('/v1/payments/sale/:id/refund', async (c) => {
    const payment = paymentOf(c, 'sale');
    const { amount } = await readBody(c, SaleRefundBody, { mayBeEmpty: true });
    const refund = refundPayment(world, payment, {
      amount: amount && amountOf({ currency_code: amount.currency, value: amount.total }, '/amount'),
    });
    return c.json(presentSaleRefund(refund, payment, links), 201);
  });
  app.get('/v1/payments/refund/:id', (c) => {
    const refund = refundOf(c);
    const payment = payments.value.find(({ id, kind }) => id === refund.paymentId && kind === 'sale');
    if (!payment) throw notFound();
    return c.json(presentSaleRefund(refund, payment, links));
  });
  return app;
}
