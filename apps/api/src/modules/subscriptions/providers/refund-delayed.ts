import type { PaymentProviderId } from '@app/contracts';
import { Logger } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';
import { alerts } from '../../../platform/observability/metrics.js';

/** Nothing was refunded, for want of money in the operator's account or for an unknown reason: a later try may succeed. */
export class RefundDelayed extends AppError {
  constructor(cause: unknown) {
    super('REFUND_DELAYED', { cause });
  }
}

const NAMES: Record<PaymentProviderId, string> = { stripe: 'Stripe', paypal: 'PayPal' };

/** One alert until a refund is made: the same refund is tried again every few minutes. */
export class RefundDelays {
  private readonly logger = new Logger(RefundDelays.name);
  private isAlerted = false;

  constructor(private readonly provider: PaymentProviderId) {}

  delay(paymentId: string, cause: Error): RefundDelayed {
    if (!this.isAlerted) alerts.inc({ kind: `${this.provider}_balance` });
    this.isAlerted = true;
    this.logger.warn(
      `There is no money at ${NAMES[this.provider]} to refund the payment ${paymentId}: ${cause.message}`,
    );
    return new RefundDelayed(cause);
  }

  reset(): void {
    this.isAlerted = false;
  }
}
