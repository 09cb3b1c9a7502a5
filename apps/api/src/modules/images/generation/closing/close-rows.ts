import type { GenerationErrorCode } from '@app/contracts';
import type { EntityManager } from 'typeorm';
import { changed, row, type Sql } from '../../../../platform/database/rows.js';
import type { Delivery } from './delivery.js';
import { MAX_ATTEMPTS } from '../../shared/max-attempts.js';

const LOCK_FOR_DELIVERY = `
select 1 from generations
 where id = $1 and attempt = $2 and status = 'processing' and deadline > now() for no key update`;
const LOCK_FOR_WORKER = `
select 1 from generations where id = $1 and attempt = $2 and status = 'processing' for no key update`;
const LOCK_FOR_SWEEPER = `
select 1 from generations
 where id = $1 and status in ('pending', 'processing')
   and (deadline <= now() or (attempt >= $2 and lease_until < now())) for no key update`;

// Each locks the generation, so that no worker claims it. False when the caller may not close its images.

export const lockForDelivery = async (tx: EntityManager, generationId: string, attempt: number): Promise<boolean> =>
  (await row(tx, LOCK_FOR_DELIVERY, [generationId, attempt])) !== null;

export const lockForWorker = async (tx: EntityManager, generationId: string, attempt: number): Promise<boolean> =>
  (await row(tx, LOCK_FOR_WORKER, [generationId, attempt])) !== null;

/** Once no worker may finish any more. */
export const lockForSweeper = async (tx: EntityManager, generationId: string): Promise<boolean> =>
  (await row(tx, LOCK_FOR_SWEEPER, [generationId, MAX_ATTEMPTS])) !== null;

const MARK_DELIVERED = `
update images
   set status = 'completed', finished_at = now(), object_key = $2, format = $3, bytes = $4, sha256 = decode($5, 'hex'),
       thumb_widths = $6, thumbhash = $7, engine_request_id = $8
 where id = $1 and status in ('pending', 'processing')`;

export const markDelivered = async (tx: EntityManager, imageId: string, stored: Delivery): Promise<boolean> =>
  (await changed(tx, MARK_DELIVERED, [
    imageId,
    stored.objectKey,
    stored.format,
    stored.bytes,
    stored.sha256,
    stored.thumbWidths,
    stored.thumbhash,
    stored.engineRequestId,
  ])) === 1;

const MARK_FAILED = `
update images set status = 'failed', finished_at = now(), error_code = $2
 where id = $1 and status in ('pending', 'processing')`;

export const markFailed = async (tx: EntityManager, imageId: string, code: GenerationErrorCode): Promise<boolean> =>
  (await changed(tx, MARK_FAILED, [imageId, code])) === 1;

const SAVE_UNDERSTOOD = `update generations set understood = $2::jsonb where id = $1 and understood <> $2::jsonb`;

export const saveUnderstood = (
  tx: EntityManager,
  generationId: string,
  understood: Delivery['understood'],
): Promise<number> => changed(tx, SAVE_UNDERSTOOD, [generationId, JSON.stringify(understood)]);

export const isDeliveredWith = async (sql: Sql, imageId: string, objectKey: string): Promise<boolean> =>
  (await row(sql, `select 1 from images where id = $1 and object_key = $2`, [imageId, objectKey])) !== null;
