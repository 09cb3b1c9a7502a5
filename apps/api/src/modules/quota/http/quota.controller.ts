import { quotaCalls, type Answer, type CallInput } from '@app/contracts';
import { Controller, Inject } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import type { SerializedAnswer } from '../../../platform/http/serialized-answer.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { CheckQuota } from '../application/check-quota.js';
import { ShowQuota } from '../application/show-quota.js';
import { planOffer } from '../domain/plan-offer.js';

@Controller()
export class QuotaController {
  constructor(
    private readonly showQuota: ShowQuota,
    private readonly checkQuota: CheckQuota,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint(quotaCalls.show)
  show(@CurrentUser() { userId, plan }: Principal): Promise<SerializedAnswer> {
    return this.showQuota.quota(userId, plan);
  }

  @Endpoint(quotaCalls.stats)
  stats(@CurrentUser() { userId }: Principal): Promise<SerializedAnswer> {
    return this.showQuota.stats(userId);
  }

  @Endpoint(quotaCalls.check)
  check(
    @CurrentUser() principal: Principal,
    @Input() { body }: CallInput<typeof quotaCalls.check>,
  ): Promise<Answer<'quota.check'>> {
    return this.checkQuota.check(principal, body);
  }

  @Endpoint(quotaCalls.plans)
  plans(): Answer<'quota.plans'> {
    return planOffer(this.config.quota);
  }
}
