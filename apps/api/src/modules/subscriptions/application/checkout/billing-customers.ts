import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { UserDirectory } from '../../../users/index.js';
import { BillingCustomerEntity } from '../../persistence/billing-customer.entity.js';
import type { PaymentProvider } from '../../providers/payment-provider.port.js';

@Injectable()
export class BillingCustomers {
  constructor(
    @InjectRepository(BillingCustomerEntity) private readonly customers: Repository<BillingCustomerEntity>,
    private readonly directory: UserDirectory,
  ) {}

  async find({ id: provider }: PaymentProvider, userId: string): Promise<string | null> {
    return (await this.customers.findOneBy({ provider, userId }))?.providerCustomerId ?? null;
  }

  async findOfLiving(provider: PaymentProvider, userId: string): Promise<string | null> {
    await this.directory.find(userId);
    return this.find(provider, userId);
  }

  /** At the first checkout. Throws `UNAUTHENTICATED` for a removed account. */
  async ensure(provider: PaymentProvider, userId: string): Promise<string> {
    const { email, email_verified, name } = await this.directory.find(userId);
    const known = await this.find(provider, userId);
    if (known) return known;
    const created = await provider.createCustomer({ userId, name, email: email_verified ? email : null });
    await this.customers
      .createQueryBuilder()
      .insert()
      .values({ provider: provider.id, userId, providerCustomerId: created })
      .orIgnore()
      .updateEntity(false)
      .execute();
    // Another request may have been faster.
    return (await this.find(provider, userId)) ?? created;
  }
}
