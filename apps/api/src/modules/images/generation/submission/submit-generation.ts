import { PLAN_TERMS, reasonsAgainst, type GenerateSituation, type Generation, type Locale } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../../../platform/errors/app-error.js';
import { USER_EVENTS, type UserEvents } from '../../../../platform/events/user-events.js';
import type { Principal } from '../../../../platform/http/principal.js';
import {
  normaliseRequest,
  situationOf,
  type GenerationRequest,
  type RequestedGeneration,
} from './generation-request.js';
import { publishChanges } from '../events/publish-changes.js';
import { GenerationQueue } from '../queue/generation-queue.js';
import { FAIL_POINTS, type FailPoints } from '../../shared/fail-points.js';
import { AcceptGeneration, type SubmissionTerms } from './accept-generation.js';
import { ReadGenerations } from '../read-generations.js';
import { WRONG_FIELD } from './wrong-field.js';

export interface Submission {
  asked: RequestedGeneration;
  idempotencyKey: string | null;
  /** The key that asks, if one does: it counts for the key's budget. */
  apiKeyId?: string | null;
  locale: Locale;
  terms?: SubmissionTerms;
}

/** Takes a request for images: checks it, pays for it, and tells the workers. */
@Injectable()
export class SubmitGeneration {
  constructor(
    private readonly acceptance: AcceptGeneration,
    private readonly generations: ReadGenerations,
    private readonly generationQueue: GenerationQueue,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
    @Inject(FAIL_POINTS) private readonly failPoints: FailPoints,
  ) {}

  /**
   * The accepted generation, or its current state when it had been accepted under the same key before. Throws what is
   * wrong with the request itself (`PROMPT_REQUIRED`, …), what `AcceptGeneration` refuses, and `NOT_FOUND` when the one
   * accepted before was deleted.
   */
  async submit(
    { userId, plan }: Pick<Principal, 'userId' | 'plan'>,
    { asked, idempotencyKey, apiKeyId = null, locale, terms }: Submission,
  ): Promise<Generation> {
    const request = priced(normaliseRequest(asked), terms);
    const situation = situationOf(asked, request);
    refuseWrong(situation);
    const order = { userId, plan, request, situation, idempotencyKey, apiKeyId, terms };
    const { generationId, created } = await this.acceptance.accept(order);
    if (!created) return this.generations.show(userId, generationId, locale);
    await this.failPoints.reach('committed');
    publishChanges(this.events, userId, { generationIds: [generationId], movedCredits: true });
    await this.enqueue(generationId, terms?.priority ?? PLAN_TERMS[plan].queuePriority);
    return this.generations.present(created, locale);
  }

  private async enqueue(generationId: string, priority: number): Promise<void> {
    await this.generationQueue.enqueue({ generationId, attempt: 0, priority });
    await this.failPoints.reach('enqueued');
  }
}

const priced = (request: GenerationRequest, terms: SubmissionTerms | undefined): GenerationRequest =>
  terms ? { ...request, unitPrice: Math.min(request.unitPrice, terms.highestUnitPrice) } : request;

/** What is wrong with the request itself, for any user. */
function refuseWrong(situation: GenerateSituation): void {
  const [reason] = reasonsAgainst(situation);
  if (!reason) return;
  const wrong = WRONG_FIELD[reason];
  throw new AppError(reason, {
    ...(wrong && { details: [{ path: `body.${wrong.field}`, message: wrong.message }] }),
  });
}
