import { subscriptionCalls, type CallInput, type Locale, type PaymentOutcome } from '@app/contracts';
import { Controller, UseInterceptors } from '@nestjs/common';
import { CallerLocale } from '../../../platform/http/caller-locale.js';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import type { Limit } from '../../../platform/throttle/rate-limiters.js';
import { ConfirmPayment } from '../application/checkout/confirm-payment.js';
import { CreateSubscription } from '../application/checkout/create-subscription.js';
import { StartCheckout, type CheckoutAnswer } from '../application/checkout/start-checkout.js';
import { AnswerInTime, PAYMENTS_LIMIT } from './answer-in-time.js';

export const CHECKOUT_LIMIT: Limit = { name: 'checkout', by: 'person', allowed: { calls: 60, seconds: 3600 } };

@Controller()
@UseInterceptors(AnswerInTime)
export class CheckoutController {
  constructor(
    private readonly checkout: StartCheckout,
    private readonly confirmation: ConfirmPayment,
    private readonly purchase: CreateSubscription,
  ) {}

  @Endpoint(subscriptionCalls.checkoutSession, { limit: CHECKOUT_LIMIT })
  start(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof subscriptionCalls.checkoutSession>,
    @CallerLocale() locale: Locale,
  ): Promise<CheckoutAnswer> {
    return this.checkout.run({ userId, locale }, 'stripe', body);
  }

  @Endpoint(subscriptionCalls.create, { limit: CHECKOUT_LIMIT })
  create(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof subscriptionCalls.create>,
  ): Promise<PaymentOutcome> {
    return this.purchase.run(userId, body);
  }

  @Endpoint(subscriptionCalls.confirmPayment, { limit: PAYMENTS_LIMIT })
  confirm(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof subscriptionCalls.confirmPayment>,
  ): Promise<PaymentOutcome> {
    return this.confirmation.byPayment(userId, 'stripe', body.payment_intent_id);
  }

  @Endpoint(subscriptionCalls.confirmPaymentBySession, { limit: PAYMENTS_LIMIT })
  confirmBySession(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof subscriptionCalls.confirmPaymentBySession>,
  ): Promise<PaymentOutcome> {
    return this.confirmation.bySession(userId, 'stripe', body.session_id);
  }

  @Endpoint(subscriptionCalls.setPaymentStatus, { limit: PAYMENTS_LIMIT })
  setStatus(
    @CurrentUser() { userId }: Principal,
    @Input() { params, body }: CallInput<typeof subscriptionCalls.setPaymentStatus>,
  ): Promise<PaymentOutcome> {
    const { status, provider_payment_id: providerPaymentId } = body;
    return this.confirmation.setStatus(userId, 'stripe', { id: params.id, status, providerPaymentId });
  }
}
