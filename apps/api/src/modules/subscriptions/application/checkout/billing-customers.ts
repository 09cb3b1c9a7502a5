import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { UserDirectory } from '../../../users/index.js';
import { BillingCustomerEntity } from '../../persistence/billing-customer.entity.js';
import type { PaymentProvider } from '../../providers/payment-provider.port.js';

/** Who a person is at a payment provider. */
@Injectable()
export class BillingCustomers {
  constructor(
    @InjectRepository(BillingCustomerEntity) private readonly customers: Repository<BillingCustomerEntity>,
    private readonly directory: UserDirectory,
  ) {}

  /** Null before the first checkout. */
  async find({ id: provider }: PaymentProvider, userId: string): Promise<string | null> {
    return (await this.customers.findOneBy({ provider, userId }))?.providerCustomerId ?? null;
  }

  /** As `find`. Throws `UNAUTHENTICATED` for an account that was removed. */
  async findOfLiving(provider: PaymentProvider, userId: string): Promise<string | null> {
    await this.directory.find(userId);
    return this.find(provider, userId);
  }

  /** Creates the customer at the first checkout. Throws `UNAUTHENTICATED` for an account that was removed. */
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
