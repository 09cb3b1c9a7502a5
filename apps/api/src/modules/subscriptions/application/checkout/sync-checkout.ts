import type { PaymentProviderId } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { BillingCustomerEntity } from '../../persistence/billing-customer.entity.js';
import { CheckoutSessionEntity } from '../../persistence/checkout-session.entity.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import { findOpenSubscription } from '../../persistence/subscription-reads.js';
import type { CheckoutSnapshot } from '../../providers/payment-provider.port.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { SyncSubscription, type SyncOutcome } from '../sync/sync-subscription.js';

/** A paid checkout is handled by its subscription, an unpaid one here. */
@Injectable()
export class SyncCheckout {
  constructor(
    private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly subscriptions: SyncSubscription,
  ) {}

  async run(provider: PaymentProviderId, sessionId: string): Promise<SyncOutcome> {
    const snapshot = await this.providers.get(provider).readCheckout(sessionId);
    if (!snapshot) return 'ignored';
    if (snapshot.purpose === 'card') return this.useCard(provider, snapshot);
    const payment = await this.findPayment(provider, snapshot);
    if (!payment || payment.userId !== snapshot.userId) return 'ignored';
    if (snapshot.subscriptionId !== null) return this.subscriptions.run(provider, snapshot.subscriptionId);
    await this.noteUnpaid(payment.id, snapshot);
    return 'applied';
  }

  /** A card added on the provider's page is charged from now on, also for what is unpaid. */
  private async useCard(
    provider: PaymentProviderId,
    { userId, methodId }: Pick<CheckoutSnapshot, 'userId' | 'methodId'>,
  ): Promise<SyncOutcome> {
    const customer =
      userId === null
        ? null
        : await this.dataSource
            .getRepository(BillingCustomerEntity)
            .findOneBy({ provider, userId, replacedAt: IsNull() });
    if (!customer || !methodId) return 'ignored';
    await this.providers.get(provider).setDefaultMethod(customer.providerCustomerId, methodId);
    const open = await findOpenSubscription(this.dataSource, customer.userId);
    return open ? this.subscriptions.run(provider, open.providerSubscriptionId) : 'applied';
  }

  /** By our id too: the first webhook may come before the session's id was stored. */
  private async findPayment(
    provider: PaymentProviderId,
    { sessionId, paymentId }: CheckoutSnapshot,
  ): Promise<PaymentEntity | null> {
    const session = await this.dataSource
      .getRepository(CheckoutSessionEntity)
      .findOneBy({ provider, providerSessionId: sessionId });
    const id = session?.paymentId ?? paymentId;
    return id === null ? null : this.dataSource.getRepository(PaymentEntity).findOneBy({ id, provider });
  }

  private async noteUnpaid(id: string, { state, failureReason }: CheckoutSnapshot): Promise<void> {
    const over = failureReason === null ? 'cancelled' : 'failed';
    await this.dataSource
      .getRepository(PaymentEntity)
      .update({ id, status: 'redirecting' }, { failureReason, ...(state === 'expired' && { status: over }) });
  }
}
