import { apiKeyCalls, type ApiKey, type CallInput, type NewApiKey } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { RequiresFeature } from '../../../platform/http/feature.guard.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { IssueApiKeys } from '../application/issue-api-keys.js';
import { ManageApiKeys } from '../application/manage-api-keys.js';

@Controller()
@RequiresFeature('publicApi')
export class ApiKeysController {
  constructor(
    private readonly issuing: IssueApiKeys,
    private readonly management: ManageApiKeys,
  ) {}

  @Endpoint(apiKeyCalls.list)
  list(@CurrentUser() { userId }: Principal): Promise<ApiKey[]> {
    return this.management.list(userId);
  }

  @Endpoint(apiKeyCalls.create)
  create(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof apiKeyCalls.create>,
  ): Promise<NewApiKey> {
    return this.issuing.create(userId, body);
  }

  @Endpoint(apiKeyCalls.update)
  update(
    @CurrentUser() { userId }: Principal,
    @Input() { params, body }: CallInput<typeof apiKeyCalls.update>,
  ): Promise<ApiKey> {
    return this.management.update(userId, params.id, body);
  }

  @Endpoint(apiKeyCalls.rotate)
  rotate(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof apiKeyCalls.rotate>,
  ): Promise<NewApiKey> {
    return this.issuing.rotate(userId, params.id);
  }

  @Endpoint(apiKeyCalls.revoke)
  async revoke(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof apiKeyCalls.revoke>,
  ): Promise<void> {
    await this.management.revoke(userId, params.id);
  }
}
