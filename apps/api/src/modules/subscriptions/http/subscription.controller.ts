import { subscriptionCalls, type CallInput, type Locale, type Subscription } from '@app/contracts';
import { Controller, UseInterceptors } from '@nestjs/common';
import { CallerLocale } from '../../../platform/http/caller-locale.js';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { CancelSubscription } from '../application/changes/cancel-subscription.js';
import { ChangeReturns } from '../application/changes/change-returns.js';
import { ChangeSubscription, type ChangeResult } from '../application/changes/change-subscription.js';
import { PreviewChange, type ChangePreview } from '../application/changes/preview-change.js';
import { RefusedChanges } from '../application/changes/refused-changes.js';
import { AnswerInTime, PAYMENTS_LIMIT } from './answer-in-time.js';

@Controller()
@UseInterceptors(AnswerInTime)
export class SubscriptionController {
  constructor(
    private readonly previews: PreviewChange,
    private readonly changes: ChangeSubscription,
    private readonly returns: ChangeReturns,
    private readonly cancellation: CancelSubscription,
    private readonly refused: RefusedChanges,
  ) {}

  @Endpoint(subscriptionCalls.preview, { limit: PAYMENTS_LIMIT })
  preview(
    @CurrentUser() { userId }: Principal,
    @Input() { params, query }: CallInput<typeof subscriptionCalls.preview>,
  ): Promise<ChangePreview> {
    return this.refused.readAfter(userId, () => this.previews.run(userId, params.plan_id, query.is_annual));
  }

  @Endpoint(subscriptionCalls.change, { limit: PAYMENTS_LIMIT })
  change(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof subscriptionCalls.change>,
    @CallerLocale() locale: Locale,
  ): Promise<ChangeResult> {
    return this.refused.readAfter(userId, () => this.changes.run(userId, body, this.returns.of(body, locale)));
  }

  @Endpoint(subscriptionCalls.cancel, { limit: PAYMENTS_LIMIT })
  cancel(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof subscriptionCalls.cancel>,
  ): Promise<Subscription | null> {
    return this.cancellation.cancel(userId, body.reason);
  }

  @Endpoint(subscriptionCalls.resume, { limit: PAYMENTS_LIMIT })
  resume(@CurrentUser() { userId }: Principal): Promise<Subscription> {
    return this.refused.readAfter(userId, () => this.cancellation.resume(userId));
  }
}
