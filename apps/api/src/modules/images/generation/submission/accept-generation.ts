import {
  PLAN_TERMS,
  reasonsAgainst,
  SIZE_PIXELS,
  TYPICAL_GENERATION_SECONDS,
  type EngineId,
  type GenerateSituation,
  type Plan,
} from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Semaphore } from 'async-mutex';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG } from '../../../../platform/config/config.module.js';
import type { Config } from '../../../../platform/config/config.js';
import { onQueryTimeout, queryTimeoutError } from '../../../../platform/database/timed-pool.js';
import { AppError, notFound } from '../../../../platform/errors/app-error.js';
import { refuseBeyondBudget } from '../../../api-keys/index.js';
import { CreditLedger } from '../../../quota/index.js';
import { engineFor } from '../../engines/engine-registry.js';
import { FAIL_POINTS, type FailPoints } from '../../shared/fail-points.js';
import { imageSeeds, randomSeed, requestHash, type GenerationRequest } from './generation-request.js';
import { readGenerationIn } from '../generation-reads.js';
import type { GenerationAt } from '../generation-row.js';
import { insertGeneration, readSubmissionFacts, type NewGeneration } from './submission-rows.js';
import { Admission } from './admission.js';
import { KeyedMutex } from '../../../../platform/keyed-mutex.js';

/** What a batch settles for a generation that one of its rows asks for. */
export interface SubmissionTerms {
  /** In place of the plan's. Smaller runs first. */
  priority: number;
  /** Units that an image costs at most. */
  highestUnitPrice: number;
  /** Writes what refers to the generation, in the transaction that holds its credits. What it throws undoes both. */
  link(tx: EntityManager, generationId: string): Promise<void>;
}

export interface Order {
  userId: string;
  plan: Plan;
  request: GenerationRequest;
  /** Reasons against the request that it gives itself. */
  situation: GenerateSituation;
  idempotencyKey: string | null;
  /** The key that asks; null for a session. */
  apiKeyId: string | null;
  terms?: SubmissionTerms | undefined;
}

export interface Accepted {
  generationId: string;
  created: GenerationAt | null;
}

/** Browsers give up soon afterwards. */
const LONGEST_WAIT_MS = 10_000;

interface AdmissionCheck {
  engine: EngineId;
  refusal: AppError | null;
}

/** Rolls back a transaction that found the request accepted already. */
class AcceptedBefore extends Error {
  constructor(readonly generationId: string) {
    super('accepted before');
  }
}

// The purge of a generation empties its hash: what was asked for is forgotten, and its key stays taken.
const isSameRequest = (bodyHash: Buffer, request: GenerationRequest): boolean =>
  bodyHash.length === 0 || bodyHash.equals(requestHash(request));

const priorityOf = ({ plan, terms }: Order): number => terms?.priority ?? PLAN_TERMS[plan].queuePriority;

@Injectable()
export class AcceptGeneration {
  // Serialises a user's requests before they take a connection; the semaphore leaves half of the pool to others.
  private readonly perUser = new KeyedMutex(queryTimeoutError());
  private readonly connections: Semaphore;

  constructor(
    dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly admission: Admission,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(FAIL_POINTS) private readonly failPoints: FailPoints,
  ) {
    this.connections = new Semaphore(Math.max(1, Math.floor(config.database.pool / 2)), queryTimeoutError());
    // Waiting requests would all find out one by one that the database does not answer.
    onQueryTimeout(dataSource, () => {
      this.perUser.cancel();
      this.connections.cancel();
    });
  }

  /**
   * Throws in this order: key reused, parent missing, plan, in flight, credits, rejected images, budget of the key,
   * engine, backlog. Then nothing changed.
   */
  async accept(order: Order): Promise<Accepted> {
    const askedAt = performance.now();
    const decide = (): Promise<Accepted> => {
      if (performance.now() - askedAt > LONGEST_WAIT_MS) throw this.admission.overloaded();
      return this.decide(order);
    };
    try {
      return await this.perUser.runExclusive(order.userId, () => this.connections.runExclusive(decide));
    } catch (error) {
      if (error instanceof AcceptedBefore) return { generationId: error.generationId, created: null };
      throw error;
    }
  }

  private async decide(order: Order): Promise<Accepted> {
    const { userId, request } = order;
    await this.ledger.ensureAllowance(userId);
    const engine = engineFor(this.config, request.model).id;
    // Checked after the wait: requests accepted meanwhile are in the queue by then.
    const refusal = await this.admission.check(engine, priorityOf(order));
    await this.failPoints.reach('admitted');
    return this.ledger.spend(userId, (tx) => this.create(tx, order, { engine, refusal }));
  }

  private async create(tx: EntityManager, order: Order, { engine, refusal }: AdmissionCheck): Promise<Accepted> {
    const { userId, request, idempotencyKey, apiKeyId } = order;
    const { totalUnits } = order.situation;
    // First, because it locks the account: later reads are up to date.
    const isPaid = await this.ledger.debit(tx, userId, totalUnits);
    const { parentId } = request;
    const facts = await readSubmissionFacts(tx, userId, { idempotencyKey, parentId });
    const { replay, openGenerations, hasParent, rejectedForSeconds } = facts;
    if (replay) {
      if (!isSameRequest(replay.bodyHash, request)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
      throw new AcceptedBefore(replay.id);
    }
    if (!hasParent) throw notFound();
    this.refuse(order, { inFlight: openGenerations, availableUnits: isPaid ? totalUnits : 0 });
    if (rejectedForSeconds !== null) throw new AppError('TOO_MANY_REFUSALS', { retryAfter: rejectedForSeconds });
    if (apiKeyId !== null) await refuseBeyondBudget(tx, apiKeyId, totalUnits);
    if (refusal) throw refusal;
    const generation = this.newGeneration(order, engine);
    await insertGeneration(tx, generation);
    const [generationId = ''] = generation.imageIds;
    const images = generation.imageIds.map((imageId) => ({ imageId, units: request.unitPrice }));
    await this.ledger.hold(tx, userId, images, apiKeyId);
    await order.terms?.link(tx, generationId);
    // Read before the commit: a request that was accepted must not fail because it could not be read back.
    return { generationId, created: await readGenerationIn(tx, userId, generationId) };
  }

  private refuse({ plan, situation }: Order, facts: Pick<GenerateSituation, 'inFlight' | 'availableUnits'>): void {
    const [reason] = reasonsAgainst({
      ...situation,
      ...facts,
      maxCount: PLAN_TERMS[plan].imagesPerGeneration,
      inFlightLimit: this.config.quota.inFlight[plan],
    });
    if (reason === 'TOO_MANY_IN_FLIGHT') throw new AppError(reason, { retryAfter: TYPICAL_GENERATION_SECONDS.from });
    if (reason) throw new AppError(reason);
  }

  private newGeneration(order: Order, engine: EngineId): NewGeneration {
    const { userId, request, idempotencyKey } = order;
    return {
      userId,
      request,
      engine,
      idempotencyKey,
      bodyHash: idempotencyKey === null ? null : requestHash(request),
      imageIds: Array.from({ length: request.count }, () => randomUUID()),
      seeds: imageSeeds(request.seed ?? randomSeed(), request.count),
      ...SIZE_PIXELS[request.size],
      priority: priorityOf(order),
      deadlineSeconds: this.config.generation.deadlineSeconds,
    };
  }
}
