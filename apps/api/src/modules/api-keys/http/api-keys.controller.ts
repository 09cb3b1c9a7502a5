import { apiKeyCalls, type ApiKey, type CallInput, type NewApiKey } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { RequiresFeature } from '../../../platform/http/feature.guard.js';
import { CurrentSession, CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { IssueApiKeys } from '../application/issue-api-keys.js';
import { ManageApiKeys } from '../application/manage-api-keys.js';

/** Each key is told of by a mail. */
const ISSUING = { name: 'api-key-issuing', by: 'person', allowed: { calls: 60, seconds: 3_600 } } as const;

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

  @Endpoint(apiKeyCalls.create, { limit: ISSUING })
  create(
    @CurrentUser() { userId }: Principal,
    @CurrentSession() sessionId: string,
    @Input() { body }: CallInput<typeof apiKeyCalls.create>,
  ): Promise<NewApiKey> {
    return this.issuing.create({ userId, sessionId }, body);
  }

  @Endpoint(apiKeyCalls.update)
  update(
    @CurrentUser() { userId }: Principal,
    @Input() { params, body }: CallInput<typeof apiKeyCalls.update>,
  ): Promise<ApiKey> {
    return this.management.update(userId, params.id, body);
  }

  @Endpoint(apiKeyCalls.rotate, { limit: ISSUING })
  rotate(
    @CurrentUser() { userId }: Principal,
    @CurrentSession() sessionId: string,
    @Input() { params }: CallInput<typeof apiKeyCalls.rotate>,
  ): Promise<NewApiKey> {
    return this.issuing.rotate({ userId, sessionId }, params.id);
  }

  @Endpoint(apiKeyCalls.revoke)
  async revoke(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof apiKeyCalls.revoke>,
  ): Promise<void> {
    await this.management.revoke(userId, params.id);
  }
}
