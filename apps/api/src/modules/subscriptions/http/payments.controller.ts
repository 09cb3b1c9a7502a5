import { subscriptionCalls, type BillingDetails, type CallAnswer, type CallInput, type Payment } from '@app/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { RefundPayment } from '../application/changes/refund-payment.js';
import { SavedBillingDetails } from '../application/checkout/saved-billing-details.js';
import { ShowInvoices } from '../application/reads/show-invoices.js';
import { ShowPayments } from '../application/reads/show-payments.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import { PAYMENTS_LIMIT } from './answer-in-time.js';

@Controller()
export class PaymentsController {
  constructor(
    private readonly shownPayments: ShowPayments,
    private readonly shownInvoices: ShowInvoices,
    private readonly refunds: RefundPayment,
    private readonly details: SavedBillingDetails,
    private readonly providers: PaymentProviders,
  ) {}

  @Endpoint(subscriptionCalls.payments)
  payments(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof subscriptionCalls.payments>,
  ): Promise<CallAnswer<typeof subscriptionCalls.payments>> {
    return this.shownPayments.list(userId, query);
  }

  /** A refusal that comes too late for the answer is told by a mail. */
  @Endpoint(subscriptionCalls.refund, { limit: PAYMENTS_LIMIT })
  refund(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof subscriptionCalls.refund>,
  ): Promise<Payment> {
    return this.providers.inTimeOrHeld((isAwaited) => this.refunds.run(userId, body.payment_id, isAwaited));
  }

  @Endpoint(subscriptionCalls.invoices)
  invoices(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof subscriptionCalls.invoices>,
  ): Promise<CallAnswer<typeof subscriptionCalls.invoices>> {
    return this.shownInvoices.list(userId, query);
  }

  @Endpoint(subscriptionCalls.downloadInvoice, {
    limit: { name: 'invoice-file', by: 'person', allowed: { calls: 60, seconds: 60 } },
  })
  async download(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof subscriptionCalls.downloadInvoice>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { content, bytes, name } = await this.shownInvoices.file(userId, params.id);
    await reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
        ...(bytes !== null && { 'content-length': String(bytes) }),
      })
      .send(content);
  }

  @Endpoint(subscriptionCalls.billingDetails)
  billingDetails(@CurrentUser() { userId }: Principal): Promise<BillingDetails> {
    return this.details.show(userId);
  }

  @Endpoint(subscriptionCalls.setBillingDetails)
  setBillingDetails(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof subscriptionCalls.setBillingDetails>,
  ): Promise<BillingDetails> {
    return this.details.set(userId, body);
  }
}
