import type { Order as VendorOrder } from '@paypal/paypal-server-sdk';
import { moneyOf } from '../money.js';
import { presentCapture } from '../payments/payment.js';
import { presentRefund } from '../payments/refund.js';
import { timeOf } from '../time.js';
import type { Wire } from '../wire.js';
import type { World } from '../world.js';
import { orderLinks, presentAuthorization, type Order, type Unit } from './order.js';

export function presentOrder(order: Order, world: World) {
  const { payer } = order;
  const name = payer && { given_name: payer.givenName, surname: payer.surname };
  return {
    id: order.id,
    intent: order.intent,
    status: order.status,
    ...(payer && {
      payment_source: {
        paypal: { email_address: payer.email, account_id: payer.id, account_status: 'VERIFIED', ...(name && { name }) },
      },
      payer: { email_address: payer.email, payer_id: payer.id, ...(name && { name }) },
    }),
    purchase_units: order.units.map((unit) => presentUnit(order, unit, world)),
    create_time: timeOf(order.createdAt),
    update_time: timeOf(order.updatedAt),
    links: orderLinks(order, world.links),
  } satisfies Wire<VendorOrder>;
}

function presentUnit(order: Order, unit: Unit, { payments, refunds, authorizations, links }: World) {
  const held = authorizations.value.filter(
    ({ orderId, referenceId }) => orderId === order.id && referenceId === unit.referenceId,
  );
  const captured = payments.value.filter(
    ({ kind, parentId, unitReference }) =>
      kind === 'capture' && parentId === order.id && unitReference === unit.referenceId,
  );
  const returned = refunds.value.filter(({ paymentId }) => captured.some(({ id }) => id === paymentId));
  const lists = {
    ...(held.length > 0 && { authorizations: held.map((one) => presentAuthorization(one, links)) }),
    ...(captured.length > 0 && { captures: captured.map((one) => presentCapture(one, links)) }),
    ...(returned.length > 0 && { refunds: returned.map((one) => presentRefund(one, links)) }),
  };
  return {
    reference_id: unit.referenceId,
    amount: moneyOf(unit.amount),
    payee: { email_address: 'merchant@example.com', merchant_id: 'SANDBOXMERCHANT'.slice(0, 13) },
    ...(unit.description !== undefined && { description: unit.description }),
    ...(unit.customId !== undefined && { custom_id: unit.customId }),
    ...(unit.invoiceId !== undefined && { invoice_id: unit.invoiceId }),
    ...(Object.keys(lists).length > 0 && { payments: lists }),
  } satisfies NonNullable<Wire<VendorOrder>['purchase_units']>[number];
}
