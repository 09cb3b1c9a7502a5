import { v1Calls } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { RequiresFeature } from '../../../platform/http/feature.guard.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import type { SerializedAnswer } from '../../../platform/http/serialized-answer.js';
import { ShowQuota } from '../application/show-quota.js';

@Controller()
@RequiresFeature('publicApi')
export class V1CreditsController {
  constructor(private readonly showQuota: ShowQuota) {}

  @Endpoint(v1Calls.showCredits)
  show(@CurrentUser() { userId, plan }: Principal): Promise<SerializedAnswer> {
    return this.showQuota.quota(userId, plan);
  }
}
