import { subscriptionCalls, type CallInput } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { PreviewChange, type ChangePreview } from '../application/preview-change.js';

@Controller()
export class SubscriptionController {
  constructor(private readonly previews: PreviewChange) {}

  @Endpoint(subscriptionCalls.preview)
  preview(
    @CurrentUser() { userId }: Principal,
    @Input() { params, query }: CallInput<typeof subscriptionCalls.preview>,
  ): Promise<ChangePreview> {
    return this.previews.run(userId, params.plan_id, query.is_annual);
  }
}
