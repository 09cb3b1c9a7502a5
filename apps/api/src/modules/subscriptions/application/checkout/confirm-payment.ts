import type { PaymentOutcome, PaymentProviderId, PaymentState } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, Not, type FindOptionsWhere } from 'typeorm';
import { AppError, notFound } from '../../../../platform/errors/app-error.js';
import { isProviderId } from '../../domain/provider-id.js';
import { CheckoutSessionEntity } from '../../persistence/checkout-session.entity.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { PaymentOutcomes } from './payment-outcomes.js';
import { SyncCheckout } from './sync-checkout.js';
import { SyncSubscription } from '../sync/sync-subscription.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The provider alone is believed. The plan goes to the user who began the checkout; other users get `NOT_FOUND`. */
@Injectable()
export class ConfirmPayment {
  constructor(
    private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly checkouts: SyncCheckout,
    private readonly subscriptions: SyncSubscription,
    private readonly outcomes: PaymentOutcomes,
  ) {}

  async bySession(userId: string, provider: PaymentProviderId, sessionId: string): Promise<PaymentOutcome> {
    if (!isProviderId(sessionId)) throw notFound();
    const session = await this.dataSource
      .getRepository(CheckoutSessionEntity)
      .findOneBy({ provider, providerSessionId: sessionId });
    const payment = session && (await this.find({ id: session.paymentId, userId, provider }));
    if (!payment) throw notFound();
    return this.refreshed(payment);
  }

  /** `id`: ours, or the provider's. */
  async byPayment(userId: string, provider: PaymentProviderId, id: string): Promise<PaymentOutcome> {
    if (!isProviderId(id)) throw notFound();
    const own = { userId, provider };
    const known = await this.find(UUID.test(id) ? { id, ...own } : { providerPaymentId: id, ...own });
    if (known) return this.refreshed(known);
    if (UUID.test(id)) throw notFound();
    const service = this.providers.get(provider);
    const subscriptionId = await service.findSubscriptionOfPayment(id);
    if (subscriptionId !== null) await this.subscriptions.run(provider, subscriptionId);
    const found = await this.find({ providerPaymentId: id, ...own });
    if (!found) throw notFound();
    return this.outcomes.of(found);
  }

  /** Clients may only cancel: the provider's page is closed first, so that a payment made meanwhile counts. */
  async setStatus(
    userId: string,
    provider: PaymentProviderId,
    { id, status, providerPaymentId }: { id: string; status: PaymentState; providerPaymentId?: string | undefined },
  ): Promise<PaymentOutcome> {
    const payment = await this.find({ id, userId, provider });
    if (!payment) throw notFound();
    if (status !== 'cancelled') throw new AppError('PAYMENT_STATUS_REFUSED');
    if (providerPaymentId !== undefined && !(await this.canBeOf(payment, providerPaymentId)))
      throw new AppError('PAYMENT_STATUS_REFUSED');
    const session = payment.status === 'redirecting' ? await this.sessionOf(payment) : null;
    if (!session) return this.refreshed(payment);
    // Without a session at the provider there is no page that could be paid.
    if (!session.providerSessionId) return this.giveUp(payment);
    const isClosed = await this.providers.get(provider).expireCheckout(session.providerSessionId);
    const outcome = await this.refreshed(payment);
    return isClosed ? outcome : this.giveUp(payment);
  }

  /** If its page is paid after all, the payment becomes a success. */
  private async giveUp({ id }: PaymentEntity): Promise<PaymentOutcome> {
    const payments = this.dataSource.getRepository(PaymentEntity);
    await payments.update({ id, status: 'redirecting' }, { status: 'cancelled' });
    return this.outcomes.of(await payments.findOneByOrFail({ id }));
  }

  private async refreshed(payment: PaymentEntity): Promise<PaymentOutcome> {
    const { provider } = payment;
    const session = payment.status === 'redirecting' ? await this.sessionOf(payment) : null;
    if (session?.providerSessionId) await this.checkouts.run(provider, session.providerSessionId);
    return this.outcomes.of((await this.find({ id: payment.id })) ?? payment);
  }

  private async canBeOf({ id, provider }: PaymentEntity, providerPaymentId: string): Promise<boolean> {
    return isProviderId(providerPaymentId) && !(await this.find({ id: Not(id), provider, providerPaymentId }));
  }

  private sessionOf({ id }: PaymentEntity): Promise<CheckoutSessionEntity | null> {
    return this.dataSource.getRepository(CheckoutSessionEntity).findOneBy({ paymentId: id });
  }

  private find(where: FindOptionsWhere<PaymentEntity>): Promise<PaymentEntity | null> {
    return this.dataSource.getRepository(PaymentEntity).findOneBy(where);
  }
}
