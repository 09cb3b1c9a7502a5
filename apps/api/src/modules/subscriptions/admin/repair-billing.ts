import type { PaymentProviderId } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ProcessInbox } from '../application/sync/process-inbox.js';
import { SyncSubscription } from '../application/sync/sync-subscription.js';
import { PaymentEntity } from '../persistence/payment.entity.js';
import { SubscriptionEntity } from '../persistence/subscription.entity.js';
import { WebhookInboxEntity } from '../persistence/webhook-inbox.entity.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import { AdminError } from './admin-command.js';

/** Acts at the provider; effects come by the usual path. */
@Injectable()
export class RepairBilling {
  constructor(
    private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly sync: SyncSubscription,
    private readonly inbox: ProcessInbox,
  ) {}

  async findPayment(id: string): Promise<PaymentEntity> {
    const payment = await this.dataSource.getRepository(PaymentEntity).findOneBy({ id });
    if (!payment) throw new AdminError(`There is no payment ${id}`);
    if (payment.status !== 'success') throw new AdminError(`The payment ${id} is ${payment.status}`);
    return payment;
  }

  /** The full amount; used credits become a debt. */
  async refund(
    { id, provider: providerId, providerPaymentId, subscriptionId }: PaymentEntity,
    { endsPlan }: { endsPlan: boolean },
  ): Promise<PaymentEntity> {
    if (providerPaymentId === null || subscriptionId === null) throw new Error(`The payment ${id} has no subscription`);
    const { providerSubscriptionId } = await this.dataSource
      .getRepository(SubscriptionEntity)
      .findOneByOrFail({ id: subscriptionId });
    const provider = this.providers.get(providerId);
    if (!(await provider.refund(providerPaymentId, `refund:${id}`)))
      throw new AdminError(`${providerId} does not refund ${providerPaymentId}, e.g. since it is disputed`);
    if (endsPlan) await provider.cancelNow(providerSubscriptionId);
    await this.sync.run(providerId, providerSubscriptionId, providerPaymentId);
    return this.dataSource.getRepository(PaymentEntity).findOneByOrFail({ id });
  }

  async findEvent({
    provider,
    eventId,
  }: {
    provider: PaymentProviderId;
    eventId: string;
  }): Promise<WebhookInboxEntity> {
    const event = await this.dataSource.getRepository(WebhookInboxEntity).findOneBy({ provider, eventId });
    if (!event) throw new AdminError(`No event ${eventId} has come from ${provider}`);
    if (event.objectId === '') throw new AdminError(`${event.type} is about nothing of ours`);
    return event;
  }

  /** The event as it is afterwards; `new` while its provider does not answer. */
  async replay({ provider, eventId }: WebhookInboxEntity): Promise<object> {
    const events = this.dataSource.getRepository(WebhookInboxEntity);
    await events.update({ provider, eventId }, { state: 'new', doneAt: null, tries: 0, dueAt: () => 'now()' });
    await this.inbox.run();
    const { type, objectId, state, tries } = await events.findOneByOrFail({ provider, eventId });
    return { provider, eventId, type, objectId, state, tries };
  }
}
