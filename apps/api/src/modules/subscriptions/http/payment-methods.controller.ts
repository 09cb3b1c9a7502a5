import { subscriptionCalls, type CallAnswer, type CallInput, type Locale, type PaymentMethod } from '@app/contracts';
import { Controller, UseInterceptors } from '@nestjs/common';
import { CallerLocale } from '../../../platform/http/caller-locale.js';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { PaymentMethods } from '../application/cards/payment-methods.js';
import { AnswerInTime, PAYMENTS_LIMIT } from './answer-in-time.js';

@Controller()
@UseInterceptors(AnswerInTime)
export class PaymentMethodsController {
  constructor(private readonly methods: PaymentMethods) {}

  @Endpoint(subscriptionCalls.paymentMethods, { limit: PAYMENTS_LIMIT })
  list(@CurrentUser() { userId }: Principal): Promise<PaymentMethod[]> {
    return this.methods.list(userId);
  }

  @Endpoint(subscriptionCalls.addPaymentMethod, {
    limit: { name: 'add-card', by: 'person', allowed: { calls: 20, seconds: 3600 } },
  })
  add(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof subscriptionCalls.addPaymentMethod>,
  ): Promise<PaymentMethod> {
    return this.methods.add(userId, body.payment_method_id);
  }

  @Endpoint(subscriptionCalls.paymentMethodSession, {
    limit: { name: 'card-session', by: 'person', allowed: { calls: 60, seconds: 3600 } },
  })
  start(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof subscriptionCalls.paymentMethodSession>,
    @CallerLocale() locale: Locale,
  ): Promise<CallAnswer<typeof subscriptionCalls.paymentMethodSession>> {
    return this.methods.startSession({ userId, locale }, body);
  }

  @Endpoint(subscriptionCalls.confirmPaymentMethodSession, { limit: PAYMENTS_LIMIT })
  confirm(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof subscriptionCalls.confirmPaymentMethodSession>,
  ): Promise<PaymentMethod | null> {
    return this.methods.confirmSession(userId, body.session_id);
  }

  @Endpoint(subscriptionCalls.removePaymentMethod, { limit: PAYMENTS_LIMIT })
  remove(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof subscriptionCalls.removePaymentMethod>,
  ): Promise<void> {
    return this.methods.remove(userId, params.payment_method_id);
  }

  @Endpoint(subscriptionCalls.setDefaultPaymentMethod, { limit: PAYMENTS_LIMIT })
  setDefault(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof subscriptionCalls.setDefaultPaymentMethod>,
  ): Promise<PaymentMethod> {
    return this.methods.setDefault(userId, params.payment_method_id);
  }
}
