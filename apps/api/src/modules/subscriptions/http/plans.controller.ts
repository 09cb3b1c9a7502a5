import { subscriptionCalls, type CallAnswer, type CallInput, type Locale, type Subscription } from '@app/contracts';
import { Controller, Inject } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { CallerLocale } from '../../../platform/http/caller-locale.js';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { ShowHistory } from '../application/reads/show-history.js';
import { ShowSubscription } from '../application/reads/show-subscription.js';
import { ShowUsage } from '../application/reads/show-usage.js';
import { pricedPlans } from '../domain/plan-texts.js';
import { PaymentProviders } from '../providers/payment-providers.js';

@Controller()
export class PlansController {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly subscription: ShowSubscription,
    private readonly usages: ShowUsage,
    private readonly events: ShowHistory,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint(subscriptionCalls.plans)
  plans(@CallerLocale() locale: Locale): CallAnswer<typeof subscriptionCalls.plans> {
    const { features, quota } = this.config;
    return pricedPlans(locale, {
      providers: this.providers.ids,
      hasBatches: features.batch,
      inFlight: quota.inFlight,
    });
  }

  @Endpoint(subscriptionCalls.my)
  my(@CurrentUser() { userId }: Principal): Promise<Subscription | null> {
    return this.subscription.my(userId);
  }

  @Endpoint(subscriptionCalls.usage)
  usage(@CurrentUser() { userId }: Principal): Promise<CallAnswer<typeof subscriptionCalls.usage>> {
    return this.usages.run(userId);
  }

  @Endpoint(subscriptionCalls.history)
  history(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof subscriptionCalls.history>,
  ): Promise<CallAnswer<typeof subscriptionCalls.history>> {
    return this.events.list(userId, query);
  }
}
