import { CURRENCY, idOfPlan, type Invoice, type Paged } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../../../../platform/errors/app-error.js';
import { BillingInvoiceEntity } from '../../persistence/billing-invoice.entity.js';
import type { InvoiceFile } from '../../providers/payment-provider.port.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { SavedBillingDetails } from '../checkout/saved-billing-details.js';
import { sliceOf, type PageWish } from './page-wish.js';

@Injectable()
export class ShowInvoices {
  constructor(
    private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly details: SavedBillingDetails,
  ) {}

  async list(userId: string, wish: PageWish): Promise<Paged<Invoice>> {
    const [found, total] = await this.dataSource
      .getRepository(BillingInvoiceEntity)
      .findAndCount({ where: { userId }, order: { createdAt: 'DESC', id: 'DESC' }, ...sliceOf(wish) });
    const data = found.map((invoice): Invoice => ({
      id: invoice.id,
      number: invoice.number,
      provider_invoice_id: invoice.providerInvoiceId,
      status: invoice.status,
      plan_id: idOfPlan(invoice.plan),
      is_annual: invoice.isAnnual,
      amount: invoice.amountCents / 100,
      currency: CURRENCY,
      created_at: invoice.createdAt.toISOString(),
      period_start: invoice.periodStart.toISOString(),
      period_end: invoice.periodEnd.toISOString(),
    }));
    return { data, ...wish, total };
  }

  async file(userId: string, id: string): Promise<InvoiceFile & { name: string }> {
    const invoice = await this.dataSource.getRepository(BillingInvoiceEntity).findOneBy({ id, userId });
    if (!invoice) throw notFound();
    const provider = this.providers.get(invoice.provider);
    const buyer = await this.details.show(userId);
    const file = await this.providers.inTime(provider.readInvoiceFile(invoice.providerInvoiceId, buyer));
    if (!file) throw notFound();
    return { ...file, name: `invoice-${(invoice.number ?? invoice.id).replace(/[^\w-]/g, '')}.pdf` };
  }
}
