import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { RefundDelayed, RefundDelays } from '../refund-delayed.js';
import { ask, invalidRequest } from './stripe-client.js';

/** Too little money in the operator's account; Stripe gives this refusal no code. */
const LACKS_MONEY = /insufficient funds in your stripe balance/i;
/** No later try would succeed. */
const FINAL = new Set(['charge_disputed', 'charge_not_refundable', 'refund_disputed_payment', 'resource_missing']);

export class StripeRefunds {
  private readonly logger = new Logger(StripeRefunds.name);
  private readonly delays = new RefundDelays('stripe');

  constructor(private readonly client: Stripe) {}

  /** False when it cannot be refunded. */
  async make(paymentId: string, key: string): Promise<boolean> {
    try {
      const { status } = await this.create(paymentId, key);
      this.delays.reset();
      return status !== 'failed' && status !== 'canceled';
    } catch (error) {
      const refusal = invalidRequest(error);
      if (!refusal) throw error;
      if (refusal.code === 'charge_already_refunded') return true;
      if (LACKS_MONEY.test(refusal.message)) throw this.delays.delay(paymentId, refusal);
      this.logger.warn(`Stripe does not refund ${paymentId}: ${refusal.code ?? refusal.message}`);
      // For an unknown reason a later try may succeed; until then the person keeps plan and credits.
      if (!FINAL.has(refusal.code ?? '')) throw new RefundDelayed(refusal);
      return false;
    }
  }

  /**
   * For a day Stripe answers a key as it did first: a refusal that is only repeated is asked for anew. What was refunded as a
   * whole cannot be refunded again under any key.
   */
  private async create(paymentId: string, key: string): Promise<Stripe.Refund> {
    const send = (idempotencyKey: string) =>
      ask(() => this.client.refunds.create({ payment_intent: paymentId }, { idempotencyKey }));
    try {
      return await send(key);
    } catch (error) {
      if (invalidRequest(error)?.headers?.['idempotent-replayed'] !== 'true') throw error;
      return send(`${key}:${randomUUID()}`);
    }
  }
}
