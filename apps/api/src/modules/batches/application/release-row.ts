import { DEFAULT_LOCALE, PLAN_TERMS, type BatchPauseReason } from '@app/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { SubmitGeneration, type RequestedGeneration, type SubmissionTerms } from '../../images/index.js';
import { CreditLedger } from '../../quota/index.js';
import { BATCH_PRIORITY, batchShare } from '../domain/batch-limits.js';
import { failRow, linkRow, pauseBatch } from '../persistence/batch-writes.js';
import type { DueRow } from '../persistence/dispatch-rows.js';

/** `ended`: the row failed without a charge. `refused`: its engine takes nothing now. `waiting`: it is not its turn. */
export type ReleaseOutcome = 'released' | 'ended' | 'refused' | 'waiting';

/** Undoes a submission: the row was released, ended or paused meanwhile. */
class NotDue extends Error {}

const asked = (row: DueRow): RequestedGeneration => ({
  prompt: row.prompt,
  negative_prompt: row.negativePrompt,
  model: row.model,
  style: row.style,
  size: row.size,
  quality: row.quality,
  output_format: row.outputFormat,
  seed: row.seed,
  count: row.count,
});

/** Users cannot send keys with spaces, so no request of theirs is taken for a row. */
const keyOf = ({ batchId, number }: DueRow): string => `batch ${batchId} ${number}`;

/** Submits one waiting row as its person would. Only then are its credits held, and does its deadline begin. */
@Injectable()
export class ReleaseRow {
  private readonly logger = new Logger(ReleaseRow.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly submission: SubmitGeneration,
    private readonly ledger: CreditLedger,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run(row: DueRow): Promise<ReleaseOutcome> {
    const { userId, plan, apiKeyId, isKeyEnded } = row;
    if (PLAN_TERMS[plan].batchLimit === 0) return this.pause(row, 'plan');
    if (isKeyEnded) return this.pause(row, 'api_key_revoked');
    if (apiKeyId !== null && !this.config.features.publicApi) return this.pause(row, 'api_key_revoked');
    let isLinked = false;
    const terms = this.terms(row, () => (isLinked = true));
    try {
      const order = { asked: asked(row), idempotencyKey: keyOf(row), apiKeyId, locale: DEFAULT_LOCALE, terms };
      await this.submission.submit({ userId, plan }, order);
      // Else another process released it before.
      return isLinked ? 'released' : 'waiting';
    } catch (error) {
      return this.refused(row, error);
    }
  }

  private terms({ batchId, number, plan, unitPrice }: DueRow, onLinked: () => void): SubmissionTerms {
    const limit = batchShare(this.config.quota.inFlight[plan]);
    return {
      priority: BATCH_PRIORITY,
      highestUnitPrice: unitPrice,
      link: async (tx, generationId) => {
        if (!(await linkRow(tx, { batchId, number, generationId, limit }))) throw new NotDue();
        onLinked();
      },
    };
  }

  private async refused(row: DueRow, error: unknown): Promise<ReleaseOutcome> {
    if (error instanceof NotDue) return 'waiting';
    switch (error instanceof AppError ? error.code : null) {
      case 'INSUFFICIENT_CREDITS':
        return this.pause(row, 'insufficient_credits');
      case 'API_KEY_BUDGET_USED':
        return this.pause(row, 'api_key_budget');
      case 'PLAN_LIMIT':
        return this.pause(row, 'plan');
      case 'MODEL_NOT_SUPPORTED':
        await this.change(row, (tx) => failRow(tx, row.batchId, row.number));
        return 'ended';
      case 'ENGINE_UNAVAILABLE':
      case 'BACKLOG_FULL':
        return 'refused';
      case 'TOO_MANY_IN_FLIGHT':
      case 'TOO_MANY_REFUSALS':
        return 'waiting';
      default:
        // One person's trouble must not keep others from their turn.
        this.logger.warn(`Row ${row.number} of batch ${row.batchId} waits: ${String(error)}`);
        return 'waiting';
    }
  }

  private async pause(row: DueRow, reason: BatchPauseReason): Promise<ReleaseOutcome> {
    await this.change(row, (tx) => pauseBatch(tx, row.batchId, reason));
    return 'waiting';
  }

  private change({ userId }: DueRow, work: (tx: EntityManager) => Promise<unknown>): Promise<void> {
    return inTransaction(this.dataSource, async (tx) => {
      await this.ledger.lock(tx, userId);
      await work(tx);
    });
  }
}
