import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { UserDirectory } from '../../../users/index.js';
import { BillingCustomerEntity } from '../../persistence/billing-customer.entity.js';
import { CustomerMissing } from '../../providers/customer-missing.js';
import type { PaymentProvider } from '../../providers/payment-provider.port.js';

@Injectable()
export class BillingCustomers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly directory: UserDirectory,
  ) {}

  async find({ id: provider }: PaymentProvider, userId: string): Promise<string | null> {
    const current = { provider, userId, replacedAt: IsNull() };
    const found = await this.dataSource.manager.findOneBy(BillingCustomerEntity, current);
    return found?.providerCustomerId ?? null;
  }

  async findOfLiving(provider: PaymentProvider, userId: string): Promise<string | null> {
    await this.directory.find(userId);
    return this.find(provider, userId);
  }

  /** One that is missing at the provider is replaced, and `work` is done with the new one. */
  async use<T>(provider: PaymentProvider, userId: string, work: (customerId: string) => Promise<T>): Promise<T> {
    const customerId = await this.ensure(provider, userId);
    try {
      return await work(customerId);
    } catch (error) {
      if (!(error instanceof CustomerMissing)) throw error;
      return work(await this.replace(provider, userId, customerId));
    }
  }

  /** At the first checkout. Throws `UNAUTHENTICATED` for a removed account. */
  async ensure(provider: PaymentProvider, userId: string): Promise<string> {
    const person = await this.personOf(userId);
    const known = await this.find(provider, userId);
    if (known) return known;
    const created = await provider.createCustomer(person);
    await add(this.dataSource.manager, { provider: provider.id, userId, providerCustomerId: created });
    // Another request may have been faster.
    return (await this.find(provider, userId)) ?? created;
  }

  private async replace(provider: PaymentProvider, userId: string, missing: string): Promise<string> {
    const former = await this.findFormer(provider, userId);
    const next = former ?? (await provider.createCustomer({ ...(await this.personOf(userId)), replaces: missing }));
    await inTransaction(this.dataSource, async (tx) => {
      const current = { provider: provider.id, providerCustomerId: missing, replacedAt: IsNull() };
      await tx.update(BillingCustomerEntity, current, { replacedAt: () => 'now()' });
      const customer = { provider: provider.id, userId, providerCustomerId: next };
      if (former) await tx.update(BillingCustomerEntity, customer, { replacedAt: null });
      else await add(tx, customer);
    });
    return (await this.find(provider, userId)) ?? next;
  }

  /** One that was replaced, but is there: the keys of its account are back. Its subscription goes on. */
  private async findFormer(provider: PaymentProvider, userId: string): Promise<string | null> {
    const replaced = { provider: provider.id, userId, replacedAt: Not(IsNull()) };
    const order = { replacedAt: 'DESC' } as const;
    for (const { providerCustomerId: id } of await this.dataSource.manager.find(BillingCustomerEntity, {
      where: replaced,
      order,
    }))
      if (await provider.hasCustomer(id)) return id;
    return null;
  }

  private async personOf(userId: string): Promise<{ userId: string; name: string; email: string | null }> {
    const { email, email_verified, name } = await this.directory.find(userId);
    return { userId, name, email: email_verified ? email : null };
  }
}

async function add(
  sql: EntityManager,
  customer: Pick<BillingCustomerEntity, 'provider' | 'userId' | 'providerCustomerId'>,
): Promise<void> {
  await sql
    .createQueryBuilder()
    .insert()
    .into(BillingCustomerEntity)
    .values(customer)
    .orIgnore()
    .updateEntity(false)
    .execute();
}
