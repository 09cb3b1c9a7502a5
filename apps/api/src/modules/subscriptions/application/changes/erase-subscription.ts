import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { changed, rows } from '../../../../platform/database/rows.js';
import { AccountErasers, lockPerson, type AccountEraser } from '../../../users/index.js';
import type { ProviderObject } from '../../domain/provider-id.js';
import { isOver } from '../../domain/subscription-access.js';
import { BillingDetailsEntity } from '../../persistence/billing-details.entity.js';
import { SubscriptionEntity } from '../../persistence/subscription.entity.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { SyncSubscription } from '../sync/sync-subscription.js';

/** Payments and invoices stay, as the law requires; they hold no personal data. */
@Injectable()
export class EraseSubscription implements AccountEraser, OnModuleInit {
  readonly part = 'subscription';

  constructor(
    private readonly erasers: AccountErasers,
    private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly sync: SyncSubscription,
  ) {}

  onModuleInit(): void {
    this.erasers.register(this);
  }

  /** The person is locked first, so that no billing details are kept meanwhile. */
  async endInTransaction(tx: EntityManager, userId: string): Promise<void> {
    await lockPerson(tx, userId);
    await tx.delete(BillingDetailsEntity, { userId });
    await changed(tx, `update subscriptions set cancel_reason = null where user_id = $1`, [userId]);
    await changed(tx, `delete from billing_mails where user_id = $1 and sent_at is null`, [userId]);
  }

  /** After the removal; the sweeper tries again while a provider does not answer. */
  async eraseAfterCommit(userId: string, signal: AbortSignal): Promise<boolean> {
    for (const { provider, id } of await this.openCheckouts(userId)) {
      if (signal.aborted) return false;
      await this.providers.get(provider).expireCheckout(id);
      await changed(
        this.dataSource,
        `update payments set status = 'cancelled' where status = 'redirecting'
            and id = (select payment_id from checkout_sessions where provider = $1 and provider_session_id = $2)`,
        [provider, id],
      );
    }
    for (const { provider, id } of await this.openSubscriptions(userId)) {
      if (signal.aborted) return false;
      await this.providers.get(provider).cancelNow(id);
      await this.sync.run(provider, id);
    }
    for (const { provider, id } of await this.customers(userId)) {
      if (signal.aborted) return false;
      await this.providers.get(provider).removeCustomer(id);
    }
    return true;
  }

  /** Name, address and saved cards at the provider; its payments and invoices stay. */
  private customers(userId: string): Promise<ProviderObject[]> {
    return rows<ProviderObject>(
      this.dataSource,
      `select provider, provider_customer_id as id from billing_customers where user_id = $1`,
      [userId],
    );
  }

  private async openSubscriptions(userId: string): Promise<ProviderObject[]> {
    const all = await this.dataSource.getRepository(SubscriptionEntity).findBy({ userId });
    return all
      .filter(({ status }) => !isOver(status))
      .map(({ provider, providerSubscriptionId: id }) => ({ provider, id }));
  }

  private openCheckouts(userId: string): Promise<ProviderObject[]> {
    return rows<ProviderObject>(
      this.dataSource,
      `select s.provider, s.provider_session_id as id from checkout_sessions s join payments p on p.id = s.payment_id
        where p.user_id = $1 and p.status = 'redirecting' and s.provider_session_id is not null`,
      [userId],
    );
  }
}
