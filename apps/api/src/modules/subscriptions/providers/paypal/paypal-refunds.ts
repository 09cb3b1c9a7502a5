import { Logger } from '@nestjs/common';
import * as z from 'zod';
import { AppError } from '../../../../platform/errors/app-error.js';
import { alerts } from '../../../../platform/observability/metrics.js';
import { RefundDelayed } from '../refund-delayed.js';
import { PaypalRefusal, type PaypalClient } from './paypal-client.js';

/** Too little money in the operator's account, or no bank account that PayPal could take it from. */
const LACKS_MONEY = new Set(['REFUND_FAILED_INSUFFICIENT_FUNDS', 'REFUND_FUNDS_NOT_AVAILABLE']);

export class PaypalRefunds {
  private readonly logger = new Logger(PaypalRefunds.name);
  private isAlerted = false;

  constructor(private readonly client: PaypalClient) {}

  /** False when it cannot be refunded. */
  async make(paymentId: string, key: string): Promise<boolean> {
    try {
      await this.client.call(`/v2/payments/captures/${encodeURIComponent(paymentId)}/refund`, z.unknown(), {
        method: 'POST',
        key,
      });
      this.isAlerted = false;
      return true;
    } catch (error) {
      if (!(error instanceof PaypalRefusal)) throw error;
      // An earlier call with the same key is still running.
      if (error.status === 409) throw new AppError('PAYMENT_UNAVAILABLE', { cause: error });
      if (LACKS_MONEY.has(error.issue)) throw this.delayed(paymentId, error);
      return error.issue === 'CAPTURE_FULLY_REFUNDED';
    }
  }

  /** One alert until a refund is made: the same refund is tried again every few minutes. */
  private delayed(paymentId: string, cause: PaypalRefusal): RefundDelayed {
    if (!this.isAlerted) alerts.inc({ kind: 'paypal_balance' });
    this.isAlerted = true;
    this.logger.warn(`There is no money at PayPal to refund the payment ${paymentId}: ${cause.issue}`);
    return new RefundDelayed(cause);
  }
}
