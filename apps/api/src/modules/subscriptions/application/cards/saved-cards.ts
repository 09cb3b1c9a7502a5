import { Injectable } from '@nestjs/common';
import { PaymentProviders } from '../../providers/payment-providers.js';
import type { CardOrder } from '../../providers/payment-provider.port.js';
import { BillingCustomers } from '../checkout/billing-customers.js';

@Injectable()
export class SavedCards {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly customers: BillingCustomers,
  ) {}

  async ownerOf(userId: string, methodId: string): Promise<string | null> {
    const provider = this.providers.get('stripe');
    const customerId = await this.customers.findOfLiving(provider, userId);
    if (customerId === null) return null;
    const methods = await provider.listMethods(customerId);
    return methods.some(({ id }) => id === methodId) ? customerId : null;
  }

  buy(order: CardOrder): Promise<string | null> {
    return this.providers.get('stripe').createSubscription(order);
  }
}
