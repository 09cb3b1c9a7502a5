import { Hono } from 'hono';
import { z } from 'zod';
import type { SandboxApp, SandboxContext, SandboxEnv } from '../../kit/provider.js';
import { readBody } from '../http/body.js';
import { notFound, unprocessable } from '../http/errors.js';
import { amountOf, MoneyBody } from '../money.js';
import { wantsRepresentation } from '../paging.js';
import { presentCapture } from '../payments/payment.js';
import type { World } from '../world.js';
import { recordCapture } from './capture.js';
import { presentAuthorization, type Authorization } from './order.js';

const CaptureBody = z.object({ amount: MoneyBody.optional(), final_capture: z.boolean().default(false) });
const PATH = '/v2/payments/authorizations';

/** Money that is held for an order, to be taken or let go. */
export function authorizationRoutes(world: World): SandboxApp {
  const { authorizations, events, links, now } = world;
  const app = new Hono<SandboxEnv>();
  const authorizationOf = (c: SandboxContext): Authorization => {
    const found = authorizations.value.find(({ id }) => id === c.req.param('id'));
    if (!found) throw notFound();
    return found;
  };
  app.get(`${PATH}/:id`, (c) => c.json(presentAuthorization(authorizationOf(c), links)));
  app.post(`${PATH}/:id/capture`, (c) => capture(c, authorizationOf(c), world));
  app.post(`${PATH}/:id/void`, (c) => {
    const authorization = authorizationOf(c);
    requireOpen(authorization);
    authorizations.update(() => Object.assign(authorization, { status: 'VOIDED', updatedAt: now() }));
    const resource = presentAuthorization(authorization, links);
    events.emit({ type: 'PAYMENT.AUTHORIZATION.VOIDED', resourceType: 'authorization', resource, at: now() });
    return c.body(null, 204);
  });
  return app;
}

function requireOpen({ status }: Authorization): void {
  if (status === 'VOIDED') throw unprocessable('AUTHORIZATION_VOIDED');
  if (status === 'CAPTURED') throw unprocessable('AUTHORIZATION_ALREADY_CAPTURED');
}

async function capture(c: SandboxContext, authorization: Authorization, world: World): Promise<Response> {
  const body = await readBody(c, CaptureBody, { mayBeEmpty: true });
  requireOpen(authorization);
  const left = authorization.amount.cents - authorization.capturedCents;
  const amount = body.amount ? amountOf(body.amount, '/amount') : { ...authorization.amount, cents: left };
  if (amount.currency !== authorization.amount.currency) throw unprocessable('AUTH_CAPTURE_CURRENCY_MISMATCH');
  if (amount.cents <= 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', { field: '/amount/value' });
  if (amount.cents > left) throw unprocessable('MAX_CAPTURE_AMOUNT_EXCEEDED');
  const order = world.orders.value.find(({ id }) => id === authorization.orderId);
  const unit = order?.units.find(({ referenceId }) => referenceId === authorization.referenceId);
  if (!order || !unit) throw notFound();
  const isLast = body.final_capture || amount.cents === left;
  world.authorizations.update(() => {
    authorization.capturedCents += amount.cents;
    authorization.status = isLast ? 'CAPTURED' : 'PARTIALLY_CAPTURED';
    authorization.updatedAt = world.now();
  });
  const payment = presentCapture(
    recordCapture(world, order, { unit, amount, authorizationId: authorization.id }),
    world.links,
  );
  const { id, status, links } = payment;
  return c.json(wantsRepresentation(c) ? payment : { id, status, links }, 201);
}
