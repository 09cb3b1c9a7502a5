import { subscriptionCalls, type CallInput, type Locale, type PaymentOutcome } from '@app/contracts';
import { Controller, UseInterceptors } from '@nestjs/common';
import { CallerLocale } from '../../../platform/http/caller-locale.js';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { ConfirmPayment } from '../application/checkout/confirm-payment.js';
import { StartCheckout, type CheckoutAnswer } from '../application/checkout/start-checkout.js';
import { AnswerInTime, PAYMENTS_LIMIT } from './answer-in-time.js';
import { CHECKOUT_LIMIT } from './checkout.controller.js';

@Controller()
@UseInterceptors(AnswerInTime)
export class PaypalController {
  constructor(
    private readonly checkout: StartCheckout,
    private readonly confirmation: ConfirmPayment,
  ) {}

  @Endpoint(subscriptionCalls.paypalCheckoutSession, { limit: CHECKOUT_LIMIT })
  start(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof subscriptionCalls.paypalCheckoutSession>,
    @CallerLocale() locale: Locale,
  ): Promise<CheckoutAnswer> {
    return this.checkout.run({ userId, locale }, 'paypal', body);
  }

  @Endpoint(subscriptionCalls.paypalConfirmPayment, { limit: PAYMENTS_LIMIT })
  confirm(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof subscriptionCalls.paypalConfirmPayment>,
  ): Promise<PaymentOutcome> {
    return this.confirmation.byPayment(userId, 'paypal', body.payment_id);
  }

  @Endpoint(subscriptionCalls.paypalConfirmPaymentBySession, { limit: PAYMENTS_LIMIT })
  confirmBySession(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof subscriptionCalls.paypalConfirmPaymentBySession>,
  ): Promise<PaymentOutcome> {
    return this.confirmation.bySession(userId, 'paypal', body.session_id);
  }

  @Endpoint(subscriptionCalls.paypalSetPaymentStatus, { limit: PAYMENTS_LIMIT })
  setStatus(
    @CurrentUser() { userId }: Principal,
    @Input() { params, body }: CallInput<typeof subscriptionCalls.paypalSetPaymentStatus>,
  ): Promise<PaymentOutcome> {
    const { status, provider_payment_id: providerPaymentId } = body;
    return this.confirmation.setStatus(userId, 'paypal', { id: params.id, status, providerPaymentId });
  }
}
