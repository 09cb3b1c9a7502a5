import { Hono } from 'hono';
import { z } from 'zod';
import type { SandboxApp, SandboxContext, SandboxEnv } from '../../kit/provider.js';
import { readBody } from '../http/body.js';
import { invalidField, notFound, unprocessable } from '../http/errors.js';
import { newId } from '../ids.js';
import { amountOf, MoneyBody } from '../money.js';
import { wantsRepresentation } from '../paging.js';
import type { World } from '../world.js';
import { authorizeOrder, captureOrder } from './capture.js';
import { briefOrder, type Order, type Unit } from './order.js';
import { presentOrder } from './present-order.js';

const Context = z.object({
  brand_name: z.string().min(1).max(127).optional(),
  user_action: z.enum(['CONTINUE', 'PAY_NOW']).default('CONTINUE'),
  return_url: z.url().optional(),
  cancel_url: z.url().optional(),
});

const UnitBody = z.object({
  reference_id: z.string().min(1).max(256).optional(),
  amount: MoneyBody,
  description: z.string().min(1).max(127).optional(),
  custom_id: z.string().min(1).max(255).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
});

const OrderBody = z.object({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z.array(UnitBody).min(1).max(10),
  payment_source: z.object({ paypal: z.object({ experience_context: Context.optional() }) }).optional(),
  application_context: Context.optional(),
});

const PATH = '/v2/checkout/orders';

export function orderRoutes(world: World): SandboxApp {
  const { orders, links } = world;
  const app = new Hono<SandboxEnv>();
  const orderOf = (c: SandboxContext): Order => {
    const order = orders.value.find(({ id }) => id === c.req.param('id'));
    if (!order) throw notFound();
    return order;
  };
  const answer = (c: SandboxContext, order: Order) =>
    c.json(wantsRepresentation(c) ? presentOrder(order, world) : briefOrder(order, links), 201);
  app.post(PATH, async (c) => {
    const body = await readBody(c, OrderBody);
    if (body.payment_source && !c.req.header('paypal-request-id')) {
      const text = 'A PayPal-Request-Id is required if you are trying to process payment for an Order.';
      throw invalidField('PayPal-Request-Id', 'header', 'PAYPAL_REQUEST_ID_REQUIRED', text);
    }
    const order = orderFrom(body, world);
    orders.update((all) => all.push(order));
    return answer(c, order);
  });
  app.get(`${PATH}/:id`, (c) => c.json(presentOrder(orderOf(c), world)));
  const finish = async (c: SandboxContext, act: (world: World, order: Order) => void) => {
    const order = orderOf(c);
    await readBody(c, z.object({}), { mayBeEmpty: true });
    act(world, order);
    // The short form of a finished order is the whole one but for what the application knows already.
    return c.json(presentOrder(order, world), 201);
  };
  app.post(`${PATH}/:id/capture`, (c) => finish(c, captureOrder));
  app.post(`${PATH}/:id/authorize`, (c) => finish(c, authorizeOrder));
  return app;
}

function orderFrom(body: z.infer<typeof OrderBody>, { now }: World): Order {
  const context = body.payment_source?.paypal.experience_context ?? body.application_context;
  return {
    id: newId.resource(),
    intent: body.intent,
    status: body.payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    units: unitsFrom(body.purchase_units),
    namesSource: body.payment_source !== undefined,
    ...(context?.return_url !== undefined && { returnUrl: context.return_url }),
    ...(context?.cancel_url !== undefined && { cancelUrl: context.cancel_url }),
    ...(context?.brand_name !== undefined && { brand: context.brand_name }),
    paysNow: context?.user_action === 'PAY_NOW',
    funding: 'balance',
    createdAt: now(),
    updatedAt: now(),
  };
}

function unitsFrom(bodies: z.infer<typeof UnitBody>[]): Unit[] {
  const units = bodies.map((body, index) => {
    const field = `/purchase_units/${index}/amount`;
    const amount = amountOf(body.amount, field);
    if (amount.cents <= 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', { field: `${field}/value` });
    return {
      referenceId: body.reference_id ?? 'default',
      amount,
      ...(body.description !== undefined && { description: body.description }),
      ...(body.custom_id !== undefined && { customId: body.custom_id }),
      ...(body.invoice_id !== undefined && { invoiceId: body.invoice_id }),
    };
  });
  if (new Set(units.map(({ referenceId }) => referenceId)).size < units.length) {
    throw unprocessable('DUPLICATE_REFERENCE_ID', { field: '/purchase_units/1/reference_id' });
  }
  return units;
}
