import {
  BATCH_BODY_BYTES,
  v1Calls,
  type Batch,
  type BatchWithRows,
  type CallInput,
  type Locale,
  type Paged,
} from '@app/contracts';
import { Controller } from '@nestjs/common';
import { CallerLocale } from '../../../platform/http/caller-locale.js';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import { RequiresFeature } from '../../../platform/http/feature.guard.js';
import { CurrentKey, CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { ControlBatch } from '../application/control-batch.js';
import { DeleteBatch } from '../application/delete-batch.js';
import { ReadBatches } from '../application/read-batches.js';
import { StartBatch } from '../application/start-batch.js';
import { STARTING } from './batches.controller.js';

@Controller()
@RequiresFeature('publicApi', 'batch')
export class V1BatchesController {
  constructor(
    private readonly starting: StartBatch,
    private readonly batches: ReadBatches,
    private readonly control: ControlBatch,
    private readonly deletion: DeleteBatch,
  ) {}

  @Endpoint(v1Calls.listBatches)
  list(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof v1Calls.listBatches>,
  ): Promise<Paged<Batch>> {
    return this.batches.list(userId, query);
  }

  @Endpoint(v1Calls.startBatch, { bodyLimit: BATCH_BODY_BYTES, limit: STARTING })
  start(
    @CurrentUser() { userId }: Principal,
    @CurrentKey() apiKeyId: string,
    @Input() { body, headers }: CallInput<typeof v1Calls.startBatch>,
    @CallerLocale() locale: Locale,
  ): Promise<BatchWithRows> {
    const idempotencyKey = headers['idempotency-key'] ?? null;
    return this.starting.start({ userId, source: 'api', apiKeyId }, { ...body, idempotencyKey }, locale);
  }

  @Endpoint(v1Calls.showBatch)
  show(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof v1Calls.showBatch>,
    @CallerLocale() locale: Locale,
  ): Promise<BatchWithRows> {
    return this.batches.show(userId, params.id, locale);
  }

  @Endpoint(v1Calls.pauseBatch)
  pause(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof v1Calls.pauseBatch>,
    @CallerLocale() locale: Locale,
  ): Promise<BatchWithRows> {
    return this.control.pause(userId, params.id, locale);
  }

  @Endpoint(v1Calls.resumeBatch)
  resume(
    @CurrentUser() { userId }: Principal,
    @CurrentKey() apiKeyId: string,
    @Input() { params }: CallInput<typeof v1Calls.resumeBatch>,
    @CallerLocale() locale: Locale,
  ): Promise<BatchWithRows> {
    return this.control.resume({ userId, apiKeyId }, params.id, locale);
  }

  @Endpoint(v1Calls.stopBatch)
  stop(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof v1Calls.stopBatch>,
    @CallerLocale() locale: Locale,
  ): Promise<BatchWithRows> {
    return this.control.stop(userId, params.id, locale);
  }

  @Endpoint(v1Calls.retryBatch, { limit: STARTING })
  retry(
    @CurrentUser() { userId }: Principal,
    @CurrentKey() apiKeyId: string,
    @Input() { params, headers }: CallInput<typeof v1Calls.retryBatch>,
    @CallerLocale() locale: Locale,
  ): Promise<BatchWithRows> {
    const idempotencyKey = headers['idempotency-key'] ?? null;
    return this.starting.retry({ userId, source: 'api', apiKeyId }, { id: params.id, idempotencyKey }, locale);
  }

  @Endpoint(v1Calls.deleteBatch)
  async delete(
    @CurrentUser() { userId }: Principal,
    @Input() { params }: CallInput<typeof v1Calls.deleteBatch>,
  ): Promise<null> {
    await this.deletion.delete(userId, params.id);
    return null;
  }
}
