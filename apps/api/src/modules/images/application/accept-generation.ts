import {
  PLAN_TERMS,
  reasonsAgainst,
  SIZE_PIXELS,
  TYPICAL_GENERATION_SECONDS,
  type EngineId,
  type GenerateSituation,
  type Plan,
  type Refusal,
} from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { isContention } from '../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { CreditLedger } from '../../quota/index.js';
import { engineFor } from '../engines/engine-registry.js';
import { FAIL_POINTS, type FailPoints } from '../jobs/fail-points.js';
import { pictureSeeds, randomSeed, requestHash, type GenerationRequest } from '../domain/generation-request.js';
import type { NewGeneration } from '../persistence/new-generation.js';
import type { GenerationAt } from '../persistence/row-shapes.js';
import { acceptAtOnce, insertGeneration, readSubmissionFacts } from '../persistence/submissions.js';
import { Admission } from './admission.js';
import { Turns } from './turns.js';

export interface Order {
  userId: string;
  plan: Plan;
  request: GenerationRequest;
  /** Why the request might be refused, as far as it says so itself. */
  situation: GenerateSituation;
  idempotencyKey: string | null;
}

export interface Accepted {
  generationId: string;
  /** As it was written now; null when the same request had been accepted before: nothing was spent. */
  written: GenerationAt | null;
}

type AccountFacts = Pick<GenerateSituation, 'inFlight' | 'availableUnits'>;
/** As far as the account goes. */
const NOTHING_AGAINST: AccountFacts = { inFlight: 0, availableUnits: Number.MAX_SAFE_INTEGER };

/** Who would wait longer for their turn is sent away with the time to come back: browsers give up not much later. */
const LONGEST_TURN_MS = 10_000;

/** The engine that would be asked, and why it cannot be asked now. */
interface Door {
  engine: EngineId;
  refusal: AppError | null;
}

/** Ends a transaction that found the request accepted already, so that its debit is undone. */
class AcceptedBefore extends Error {
  constructor(readonly generationId: string) {
    super('accepted before');
  }
}

/** Spends the credits of a request and writes its rows: all in one transaction, or nothing. */
@Injectable()
export class AcceptGeneration {
  // A person's requests wait for the lock of their account anyway. Waiting here, they do not hold connections meanwhile
  // that other people's requests need; and a rush of many people leaves half of them to everything else.
  private readonly turns: Turns;

  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly admission: Admission,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(FAIL_POINTS) private readonly failPoints: FailPoints,
  ) {
    this.turns = new Turns(Math.max(1, Math.floor(config.database.pool / 2)));
  }

  /**
   * Throws `NOT_FOUND` when the parent is not there, `PLAN_LIMIT`, `TOO_MANY_IN_FLIGHT`, `INSUFFICIENT_CREDITS` (in this order), `IDEMPOTENCY_KEY_REUSED` when the
   * key stands for another request, `ENGINE_UNAVAILABLE` or `BACKLOG_FULL`; then no row has changed.
   */
  async accept(order: Order): Promise<Accepted> {
    try {
      const askedAt = performance.now();
      return await this.turns.take(order.userId, () => {
        if (performance.now() - askedAt > LONGEST_TURN_MS) throw this.admission.crowded();
        return this.decide(order);
      });
    } catch (error) {
      if (error instanceof AcceptedBefore) return { generationId: error.generationId, written: null };
      throw error;
    }
  }

  private async decide(order: Order): Promise<Accepted> {
    const { userId, request } = order;
    await this.ledger.ensureAllowance(userId);
    const engine = engineFor(this.config, request.model).id;
    // Asked when its turn has come: who was let in before stands in the line by then.
    const refusal = await this.admission.refusal(engine);
    await this.failPoints.reach('admitted');
    const accepted = await this.takeOrRefuse(order, { engine, refusal });
    this.admission.letIn(engine, request.count);
    return accepted;
  }

  /** Mostly nothing speaks against a request. Whatever it is that does, the transaction finds it out under the lock. */
  private async takeOrRefuse(order: Order, door: Door): Promise<Accepted> {
    const atOnce =
      door.refusal || this.reasonAgainst(order, NOTHING_AGAINST) ? null : await this.takeAtOnce(order, door);
    return atOnce ?? this.ledger.spend(order.userId, (tx) => this.take(tx, order, door));
  }

  private async takeAtOnce(order: Order, { engine }: Door): Promise<Accepted | null> {
    const made = this.newGeneration(order, engine);
    try {
      const written = await acceptAtOnce(this.dataSource, made, this.config.quota.inFlight[order.plan]);
      return written && { generationId: written.generation.id, written };
    } catch (error) {
      if (isContention(error)) return null;
      throw error;
    }
  }

  private async take(tx: EntityManager, order: Order, { engine, refusal }: Door): Promise<Accepted> {
    const { userId, request, idempotencyKey } = order;
    const { totalUnits } = order.situation;
    // First, because it locks the account: one person's requests are decided one after the other.
    const isPaid = await this.ledger.debit(tx, userId, totalUnits);
    const { parentId } = request;
    const facts = await readSubmissionFacts(tx, userId, { idempotencyKey, parentId });
    const { replay, openGenerations, isParentThere } = facts;
    if (replay) {
      if (!replay.bodyHash.equals(requestHash(request))) throw new AppError('IDEMPOTENCY_KEY_REUSED');
      throw new AcceptedBefore(replay.id);
    }
    if (!isParentThere) throw notFound();
    this.refuse(order, { inFlight: openGenerations, availableUnits: isPaid ? totalUnits : 0 });
    if (refusal) throw refusal;
    const made = this.newGeneration(order, engine);
    const written = await insertGeneration(tx, made);
    const pictures = made.imageIds.map((imageId) => ({ imageId, units: request.unitPrice }));
    await this.ledger.hold(tx, userId, pictures);
    return { generationId: written.generation.id, written };
  }

  private reasonAgainst({ plan, situation }: Order, facts: AccountFacts): Refusal | undefined {
    const [reason] = reasonsAgainst({
      ...situation,
      ...facts,
      maxCount: PLAN_TERMS[plan].imagesPerGeneration,
      inFlightLimit: this.config.quota.inFlight[plan],
    });
    return reason;
  }

  private refuse(order: Order, facts: AccountFacts): void {
    const reason = this.reasonAgainst(order, facts);
    if (reason === 'TOO_MANY_IN_FLIGHT') throw new AppError(reason, { retryAfter: TYPICAL_GENERATION_SECONDS.from });
    if (reason) throw new AppError(reason);
  }

  private newGeneration({ userId, plan, request, idempotencyKey }: Order, engine: EngineId): NewGeneration {
    return {
      userId,
      request,
      engine,
      idempotencyKey,
      bodyHash: idempotencyKey === null ? null : requestHash(request),
      imageIds: Array.from({ length: request.count }, () => randomUUID()),
      seeds: pictureSeeds(request.seed ?? randomSeed(), request.count),
      ...SIZE_PIXELS[request.size],
      priority: PLAN_TERMS[plan].queuePriority,
      deadlineSeconds: this.config.generation.deadlineSeconds,
    };
  }
}
