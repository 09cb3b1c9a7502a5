import {
  NEGATIVE_PROMPT_MAX,
  PLAN_TERMS,
  PROMPT_MAX,
  reasonsAgainst,
  type GenerateSituation,
  type Generation,
  type Locale,
  type Plan,
  type Refusal,
} from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../../../platform/errors/app-error.js';
import { USER_EVENTS, type UserEvents } from '../../../../platform/events/user-events.js';
import type { Principal } from '../../../../platform/http/principal.js';
import { normaliseRequest, situationOf, type RequestedGeneration } from './generation-request.js';
import { GenerationQueue } from '../queue/generation-queue.js';
import { FAIL_POINTS, type FailPoints } from '../../shared/fail-points.js';
import { AcceptGeneration } from './accept-generation.js';
import { ReadGenerations } from '../read-generations.js';

export interface Submission {
  asked: RequestedGeneration;
  /** Asking twice under one key is asking once. */
  idempotencyKey: string | null;
  locale: Locale;
}

const WRONG_FIELD: Partial<Record<Refusal, { path: string; message: string }>> = {
  PROMPT_REQUIRED: { path: 'body.prompt', message: 'must not be blank' },
  PROMPT_TOO_LONG: { path: 'body.prompt', message: `must have at most ${PROMPT_MAX} characters` },
  NEGATIVE_PROMPT_TOO_LONG: {
    path: 'body.negative_prompt',
    message: `must have at most ${NEGATIVE_PROMPT_MAX} characters`,
  },
  MODEL_NOT_SUPPORTED: { path: 'body.model', message: 'cannot be chosen' },
};

/** Takes a request for pictures: checks it, pays for it, and tells the workers. */
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
   * wrong with the request itself (`PROMPT_REQUIRED`, …) and what `AcceptGeneration` refuses.
   */
  async submit(principal: Principal, { asked, idempotencyKey, locale }: Submission): Promise<Generation> {
    const { userId, plan } = principal;
    const request = normaliseRequest(asked);
    const situation = situationOf(asked, request);
    refuseWrong(situation);
    const order = { userId, plan, request, situation, idempotencyKey };
    const { generationId, created } = await this.acceptance.accept(order);
    if (!created) return this.generations.show(userId, generationId, locale);
    await this.failPoints.reach('committed');
    this.events.publish(userId, { name: 'generation_changed', data: { generation_id: generationId } });
    this.events.publish(userId, { name: 'quota', data: {} });
    await this.ring(generationId, plan);
    return this.generations.shown(created, locale);
  }

  private async ring(generationId: string, plan: Plan): Promise<void> {
    await this.generationQueue.enqueue({ generationId, attempt: 0, priority: PLAN_TERMS[plan].queuePriority });
    await this.failPoints.reach('enqueued');
  }
}

/** What is wrong whoever asks. */
function refuseWrong(situation: GenerateSituation): void {
  const [reason] = reasonsAgainst(situation);
  if (!reason) return;
  const detail = WRONG_FIELD[reason];
  throw new AppError(reason, { ...(detail && { details: [detail] }) });
}
