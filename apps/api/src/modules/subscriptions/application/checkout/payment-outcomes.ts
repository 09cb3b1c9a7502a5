import { CURRENCY, idOfPlan, type PaymentOutcome, type PaymentState } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import type { PaymentEntity, StoredPaymentState } from '../../persistence/payment.entity.js';
import { ShowSubscription } from '../reads/show-subscription.js';

export const wireState = (status: StoredPaymentState): PaymentState =>
  status === 'refunded' || status === 'disputed' ? 'success' : status;

@Injectable()
export class PaymentOutcomes {
  constructor(readonly subscriptions: ShowSubscription) {}

  async of(payment: PaymentEntity): Promise<PaymentOutcome> {
    return {
      payment_id: payment.id,
      status: wireState(payment.status),
      failure_reason: payment.failureReason,
      plan_id: idOfPlan(payment.plan),
      is_annual: payment.isAnnual,
      amount: payment.amountCents / 100,
      refunded_amount: payment.refundedCents / 100,
      is_unearned: payment.isUnearned,
      is_disputed: payment.status === 'disputed',
      currency: CURRENCY,
      hosted_invoice_url: payment.hostedInvoiceUrl,
      subscription: await this.subscriptions.my(payment.userId),
    };
  }
}
