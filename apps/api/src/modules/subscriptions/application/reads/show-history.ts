import { CURRENCY, idOfPlan, type Paged, type SubscriptionEvent } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SubscriptionEventEntity } from '../../persistence/subscription-event.entity.js';
import { sliceOf, type PageWish } from './page-wish.js';

@Injectable()
export class ShowHistory {
  constructor(private readonly dataSource: DataSource) {}

  async list(userId: string, wish: PageWish): Promise<Paged<SubscriptionEvent>> {
    const [found, total] = await this.dataSource
      .getRepository(SubscriptionEventEntity)
      .findAndCount({ where: { userId }, order: { createdAt: 'DESC', id: 'DESC' }, ...sliceOf(wish) });
    const data = found.map((event): SubscriptionEvent => ({
      id: event.id,
      kind: event.kind,
      plan_id: idOfPlan(event.plan),
      is_annual: event.isAnnual,
      amount: event.amountCents === null ? null : event.amountCents / 100,
      currency: CURRENCY,
      at: event.createdAt.toISOString(),
    }));
    return { data, ...wish, total };
  }
}
