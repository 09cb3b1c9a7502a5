import {
  BATCH_BODY_BYTES,
  batchCalls,
  type Batch,
  type BatchCheck,
  type BatchWithRows,
  type CallInput,
  type Locale,
  type Paged,
} from '@app/contracts';
import { Controller } from '@nestjs/common';
import { CallerLocale } from '../../../platform/http/caller-locale.js';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { RequiresFeature } from '../../../platform/http/feature.guard.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import type { Limit } from '../../../platform/throttle/rate-limiters.js';
import { CheckBatch } from '../application/check-batch.js';
import { ControlBatch } from '../application/control-batch.js';
import { DeleteBatch } from '../application/delete-batch.js';
import { ReadBatches } from '../application/read-batches.js';
import { StartBatch } from '../application/start-batch.js';

/** A batch that is stopped costs nothing, and its rows stay: of starts and retries, in sessions and by keys. */
export const STARTING: Limit = { name: 'batch-starts', by: 'person', allowed: { calls: 120, seconds: 3_600 } };

@Controller()
@RequiresFeature('batch')
export class BatchesController {
  constructor(
    private readonly checking: CheckBatch,
    private readonly starting: StartBatch,
    private readonly batches: ReadBatches,
    private readonly control: ControlBatch,
    private readonly deletion: DeleteBatch,
  ) {}

  @Endpoint(batchCalls.check, { bodyLimit: BATCH_BODY_BYTES })
  check(
    @CurrentUser() { userId }: Principal,
    @Input() { body }: CallInput<typeof batchCalls.check>,
    @CallerLocale() locale: Locale,
  ): Promise<BatchCheck> {
    return this.checking.check(userId, body.rows, locale);
  }

  @Endpoint(batchCalls.start, { bodyLimit: BATCH_BODY_BYTES, limit: STARTING })
  start(
    @CurrentUser() { userId }: Principal,
    @Input() { body, headers }: CallInput<typeof batchCalls.start>,
    @CallerLocale() locale: Locale,
  ): Promise<BatchWithRows> {
    const idempotencyKey = headers['idempotency-key'] ?? null;
    return this.starting.start({ userId, source: 'web', apiKeyId: null }, { ...body, idempotencyKey }, locale);
  }

  @Endpoint(batchCalls.list)
  list(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof batchCalls.list>,
  ): Promise<Paged<Batch>> {
    return this.batches.list(userId, query);
  }

  @Endpoint(batchCalls.show)
  show(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof batchCalls.show>,
    @CallerLocale() locale: Locale,
  ): Promise<BatchWithRows> {
    return this.batches.show(userId, params.id, locale);
  }

  @Endpoint(batchCalls.pause)
  pause(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof batchCalls.pause>,
    @CallerLocale() locale: Locale,
  ): Promise<BatchWithRows> {
    return this.control.pause(userId, params.id, locale);
  }

  @Endpoint(batchCalls.resume)
  resume(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof batchCalls.resume>,
    @CallerLocale() locale: Locale,
  ): Promise<BatchWithRows> {
    return this.control.resume({ userId, apiKeyId: null }, params.id, locale);
  }

  @Endpoint(batchCalls.stop)
  stop(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof batchCalls.stop>,
    @CallerLocale() locale: Locale,
  ): Promise<BatchWithRows> {
    return this.control.stop(userId, params.id, locale);
  }

  @Endpoint(batchCalls.retry, { limit: STARTING })
  retry(
    @CurrentUser() { userId }: Principal,
    @Input() { params, headers }: CallInput<typeof batchCalls.retry>,
    @CallerLocale() locale: Locale,
  ): Promise<BatchWithRows> {
    const idempotencyKey = headers['idempotency-key'] ?? null;
    return this.starting.retry({ userId, source: 'web', apiKeyId: null }, { id: params.id, idempotencyKey }, locale);
  }

  @Endpoint(batchCalls.delete)
  async delete(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof batchCalls.delete>,
  ): Promise<null> {
    await this.deletion.delete(userId, params.id);
    return null;
  }
}
