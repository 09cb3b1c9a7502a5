import { declineOf } from '../funding.js';
import { unprocessable } from '../http/errors.js';
import { newId } from '../ids.js';
import type { Amount } from '../money.js';
import { presentCapture, type Payment } from '../payments/payment.js';
import type { World } from '../world.js';
import { approvalPathOf, presentAuthorization, type Authorization, type Order, type Unit } from './order.js';
import { presentOrder } from './present-order.js';

const ECHECK_MS = 3 * 86_400_000;

/** @throws PaypalError 422 if the order is not one that can be finished by `intent` now */
function requireApproved(order: Order, intent: Order['intent']): void {
  if (order.status === 'COMPLETED' || order.status === 'VOIDED') {
    throw unprocessable(order.intent === 'CAPTURE' ? 'ORDER_ALREADY_CAPTURED' : 'ORDER_ALREADY_AUTHORIZED');
  }
  if (order.intent !== intent) throw unprocessable('ACTION_DOES_NOT_MATCH_INTENT');
  if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED');
}

/** A declined payment leaves the order as it is: the person goes back to the page and chooses anew. */
function requireFunds({ links }: World, order: Order): void {
  const decline = declineOf(order.funding, false);
  if (decline) throw unprocessable(decline.issue, {}, [links.to('redirect', approvalPathOf(order))]);
}

export function captureOrder(world: World, order: Order): void {
  requireApproved(order, 'CAPTURE');
  requireFunds(world, order);
  complete(world, order);
  for (const unit of order.units) recordCapture(world, order, { unit, amount: unit.amount });
  emitOrder(world, order, 'CHECKOUT.ORDER.COMPLETED');
}

export function authorizeOrder(world: World, order: Order): void {
  requireApproved(order, 'AUTHORIZE');
  requireFunds(world, order);
  complete(world, order);
  for (const unit of order.units) hold(world, order, unit);
  emitOrder(world, order, 'CHECKOUT.ORDER.COMPLETED');
}

const complete = ({ orders, now }: World, order: Order): void =>
  orders.update(() => {
    Object.assign(order, { status: 'COMPLETED', updatedAt: now() });
  });

export function emitOrder(
  world: World,
  order: Order,
  type: 'CHECKOUT.ORDER.APPROVED' | 'CHECKOUT.ORDER.COMPLETED',
): void {
  world.events.emit({ type, resourceType: 'checkout-order', resource: presentOrder(order, world), at: world.now() });
}

function hold({ authorizations, events, links, now }: World, order: Order, unit: Unit): void {
  const authorization: Authorization = {
    id: newId.resource(),
    orderId: order.id,
    referenceId: unit.referenceId,
    amount: unit.amount,
    capturedCents: 0,
    status: 'CREATED',
    ...(unit.customId !== undefined && { customId: unit.customId }),
    ...(unit.invoiceId !== undefined && { invoiceId: unit.invoiceId }),
    at: now(),
    updatedAt: now(),
  };
  authorizations.update((all) => all.push(authorization));
  const resource = presentAuthorization(authorization, links);
  events.emit({ type: 'PAYMENT.AUTHORIZATION.CREATED', resourceType: 'authorization', resource, at: now() });
}

interface Capture {
  unit: Unit;
  amount: Amount;
  authorizationId?: string;
}

export function recordCapture(world: World, order: Order, { unit, amount, authorizationId }: Capture): Payment {
  const { payments, events, links, now } = world;
  if (!order.payer) throw new Error(`The order ${order.id} was captured before it was approved`);
  const isPending = order.funding === 'echeck';
  const payment: Payment = {
    id: newId.resource(),
    kind: 'capture',
    parentId: order.id,
    ...(authorizationId !== undefined && { authorizationId }),
    unitReference: unit.referenceId,
    amount,
    status: isPending ? 'PENDING' : 'COMPLETED',
    refundedCents: 0,
    isReversed: false,
    payer: order.payer,
    ...(unit.customId !== undefined && { customId: unit.customId }),
    ...(unit.invoiceId !== undefined && { invoiceId: unit.invoiceId }),
    at: now(),
    updatedAt: now(),
    ...(isPending && { completesAt: now() + ECHECK_MS }),
  };
  payments.update((all) => all.push(payment));
  const type = isPending ? 'PAYMENT.CAPTURE.PENDING' : 'PAYMENT.CAPTURE.COMPLETED';
  events.emit({ type, resourceType: 'capture', resource: presentCapture(payment, links), at: now() });
  return payment;
}
