import * as z from 'zod';
import { AppError } from '../../../../platform/errors/app-error.js';
import { RefundDelays } from '../refund-delayed.js';
import { PaypalRefusal, type PaypalClient } from './paypal-client.js';

/** Too little money in the operator's account, or no bank account that PayPal could take it from. */
const LACKS_MONEY = new Set(['REFUND_FAILED_INSUFFICIENT_FUNDS', 'REFUND_FUNDS_NOT_AVAILABLE']);

export class PaypalRefunds {
  private readonly delays = new RefundDelays('paypal');

  constructor(private readonly client: PaypalClient) {}

  /** False when it cannot be refunded. */
  async make(paymentId: string, key: string): Promise<boolean> {
    try {
      await this.client.call(`/v2/payments/captures/${encodeURIComponent(paymentId)}/refund`, z.unknown(), {
        method: 'POST',
        key,
      });
      this.delays.reset();
      return true;
    } catch (error) {
      if (!(error instanceof PaypalRefusal)) throw error;
      // An earlier call with the same key is still running.
      if (error.status === 409) throw new AppError('PAYMENT_UNAVAILABLE', { cause: error });
      if (LACKS_MONEY.has(error.issue)) throw this.delays.delay(paymentId, error);
      return error.issue === 'CAPTURE_FULLY_REFUNDED';
    }
  }
}
