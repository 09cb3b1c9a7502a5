import { v1Calls, type CallInput, type Generation, type Locale } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { CallerLocale } from '../../../platform/http/caller-locale.js';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { RequiresFeature } from '../../../platform/http/feature.guard.js';
import { CurrentKey, CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { CANCELLING, CancelGeneration } from './cancel-generation.js';
import { ReadGenerations } from './read-generations.js';
import { SubmitGeneration } from './submission/submit-generation.js';

@Controller()
@RequiresFeature('publicApi')
export class V1GenerationsController {
  constructor(
    private readonly submission: SubmitGeneration,
    private readonly cancellation: CancelGeneration,
    private readonly generations: ReadGenerations,
  ) {}

  @Endpoint(v1Calls.generate)
  generate(
    @CurrentUser() principal: Principal,
    @CurrentKey() apiKeyId: string,
    @Input() { body, headers }: CallInput<typeof v1Calls.generate>,
    @CallerLocale() locale: Locale,
  ): Promise<Generation> {
    const idempotencyKey = headers['idempotency-key'] ?? null;
    return this.submission.submit(principal, { asked: body, idempotencyKey, apiKeyId, locale });
  }

  @Endpoint(v1Calls.showGeneration)
  show(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof v1Calls.showGeneration>,
    @CallerLocale() locale: Locale,
  ): Promise<Generation> {
    return this.generations.show(userId, params.id, locale);
  }

  @Endpoint(v1Calls.cancelGeneration, { limit: CANCELLING })
  cancel(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof v1Calls.cancelGeneration>,
    @CallerLocale() locale: Locale,
  ): Promise<Generation> {
    return this.cancellation.cancel(userId, params.id, locale);
  }
}
