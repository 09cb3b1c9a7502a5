import { imageCalls, type CallInput, type Generation, type Locale } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { CANCELLING, CancelGeneration } from './cancel-generation.js';
import { ReadGenerations } from './read-generations.js';
import { SubmitGeneration } from './submission/submit-generation.js';
import { CallerLocale } from '../../../platform/http/caller-locale.js';

@Controller()
export class GenerationsController {
  constructor(
    private readonly submission: SubmitGeneration,
    private readonly cancellation: CancelGeneration,
    private readonly generations: ReadGenerations,
  ) {}

  @Endpoint(imageCalls.generate)
  generate(
    @CurrentUser() principal: Principal,
    @Input() { body, headers }: CallInput<typeof imageCalls.generate>,
    @CallerLocale() locale: Locale,
  ): Promise<Generation> {
    const idempotencyKey = headers['idempotency-key'] ?? null;
    return this.submission.submit(principal, { asked: body, idempotencyKey, locale });
  }

  @Endpoint(imageCalls.showGeneration)
  show(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof imageCalls.showGeneration>,
    @CallerLocale() locale: Locale,
  ): Promise<Generation> {
    return this.generations.show(userId, params.id, locale);
  }

  @Endpoint(imageCalls.cancel, { limit: CANCELLING })
  cancel(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof imageCalls.cancel>,
    @CallerLocale() locale: Locale,
  ): Promise<Generation> {
    return this.cancellation.cancel(userId, params.id, locale);
  }
}
