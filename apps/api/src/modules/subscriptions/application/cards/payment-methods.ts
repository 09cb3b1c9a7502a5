import type { Locale, PaymentMethod } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../../platform/config/config.module.js';
import type { Config } from '../../../../platform/config/config.js';
import { AppError, notFound } from '../../../../platform/errors/app-error.js';
import { isProviderId } from '../../domain/provider-id.js';
import { ownAddress } from '../../domain/return-address.js';
import { findOpenSubscription } from '../../persistence/subscription-reads.js';
import type { PaymentProvider } from '../../providers/payment-provider.port.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { BillingCustomers } from '../checkout/billing-customers.js';
import { SyncSubscription } from '../sync/sync-subscription.js';

/** Stripe only: a PayPal subscriber gets `NOT_SUPPORTED_BY_PROVIDER`. */
@Injectable()
export class PaymentMethods {
  constructor(
    private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly customers: BillingCustomers,
    private readonly sync: SyncSubscription,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(userId: string): Promise<PaymentMethod[]> {
    const { provider, customerId } = await this.customerOf(userId);
    return customerId === null ? [] : provider.listMethods(customerId);
  }

  async add(userId: string, methodId: string): Promise<PaymentMethod> {
    const { provider } = await this.customerOf(userId);
    if (!isProviderId(methodId)) throw notFound();
    const added = await this.customers.use(provider, userId, (customerId) => provider.addMethod(customerId, methodId));
    if (!added) throw notFound();
    return added;
  }

  async startSession(
    { userId, locale }: { userId: string; locale: Locale },
    addresses: { success_url: string; cancel_url: string },
  ): Promise<{ session_id: string; url: string }> {
    const successUrl = ownAddress(addresses.success_url, this.config.publicOrigin);
    const cancelUrl = ownAddress(addresses.cancel_url, this.config.publicOrigin);
    const { provider } = await this.customerOf(userId);
    const session = await this.customers.use(provider, userId, (customerId) =>
      provider.startCardSession({ customerId, userId, successUrl, cancelUrl, locale }),
    );
    return { session_id: session.sessionId, url: session.url };
  }

  /** As the webhook does, which may come later. A page that was begun by somebody else is not found. */
  async confirmSession(userId: string, sessionId: string): Promise<PaymentMethod | null> {
    const { provider } = await this.customerOf(userId);
    const session = isProviderId(sessionId) ? await provider.readCheckout(sessionId) : null;
    if (session?.purpose !== 'card' || session.userId !== userId) throw notFound();
    return session.methodId ? this.setDefault(userId, session.methodId) : null;
  }

  async remove(userId: string, methodId: string): Promise<void> {
    const { provider, customerId, isSubscribed } = await this.customerOf(userId);
    const methods = customerId === null ? [] : await provider.listMethods(customerId);
    const method = methods.find(({ id }) => id === methodId);
    if (!method || customerId === null) throw notFound();
    if (isSubscribed && method.is_default) throw new AppError('PAYMENT_METHOD_IN_USE');
    if (!(await provider.removeMethod(customerId, methodId))) throw notFound();
  }

  async setDefault(userId: string, methodId: string): Promise<PaymentMethod> {
    const { provider, customerId, unpaid } = await this.customerOf(userId);
    const method = customerId === null ? null : await provider.setDefaultMethod(customerId, methodId);
    if (!method) throw notFound();
    if (unpaid) await this.sync.run(provider.id, unpaid);
    return method;
  }

  private async customerOf(
    userId: string,
  ): Promise<{ provider: PaymentProvider; customerId: string | null; isSubscribed: boolean; unpaid: string | null }> {
    const subscription = await findOpenSubscription(this.dataSource, userId);
    if (subscription && subscription.provider !== 'stripe') throw new AppError('NOT_SUPPORTED_BY_PROVIDER');
    const provider = this.providers.get('stripe');
    const customerId = await this.customers.find(provider, userId);
    const unpaid = subscription?.status === 'past_due' ? subscription.providerSubscriptionId : null;
    return { provider, customerId, isSubscribed: subscription !== null, unpaid };
  }
}
