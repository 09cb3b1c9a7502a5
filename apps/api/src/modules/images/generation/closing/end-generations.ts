import { toCredits, type GenerationErrorCode } from '@app/contracts';
import type { EntityManager } from 'typeorm';
import { rows } from '../../../../platform/database/rows.js';
import { recordWebhookEvent } from '../../../outgoing-webhooks/index.js';

interface EndedGeneration {
  id: string;
  userId: string;
  status: 'completed' | 'failed' | 'cancelled';
  errorCode: GenerationErrorCode | null;
  count: number;
  unitPrice: number;
  /** Of the delivered images, in order. */
  imageIds: string[];
  createdAt: Date;
  finishedAt: Date;
}

const END_GENERATIONS = `
update generations g
   set status = case when cardinality(delivered) > 0 then 'completed' when failed > 0 then 'failed' else 'cancelled' end,
       error_code = case when cardinality(delivered) > 0 then null when failed > 0 then reason else 'CANCELLED' end,
       finished_at = now(), lease_until = null
  from (select generation_id,
               count(*) filter (where status in ('pending', 'processing')) as open,
               coalesce(array_agg(id order by idx) filter (where status = 'completed'), '{}') as delivered,
               count(*) filter (where status = 'failed') as failed,
               (array_agg(error_code order by idx) filter (where status = 'failed'))[1] as reason
          from images where generation_id = any($1) group by generation_id) closed
 where g.id = closed.generation_id and closed.open = 0 and g.finished_at is null
returning g.id, g.user_id as "userId", g.status, g.error_code as "errorCode", g.count, g.unit_price as "unitPrice",
          closed.delivered as "imageIds", g.created_at as "createdAt", g.finished_at as "finishedAt"`;

/** A cancelled one is no event: its owner knows. */
async function recordEnd(tx: EntityManager, generation: EndedGeneration): Promise<void> {
  const { id, userId, status, errorCode, imageIds } = generation;
  const ended = {
    generation_id: id,
    image_count: generation.count,
    credits_used: toCredits(generation.unitPrice * imageIds.length),
    created_at: generation.createdAt.toISOString(),
    finished_at: generation.finishedAt.toISOString(),
  };
  if (status === 'completed') {
    const data = { ...ended, status, image_ids: imageIds };
    await recordWebhookEvent(tx, userId, { type: 'generation.completed', data });
  } else if (status === 'failed') {
    const data = { ...ended, status, error_code: errorCode ?? 'ENGINE_FAILED' };
    await recordWebhookEvent(tx, userId, { type: 'generation.failed', data });
  }
}

/**
 * Completed if an image was delivered, else failed with the first reason, or cancelled if all were. Returns the ended
 * ids.
 */
export async function endGenerations(tx: EntityManager, ids: string[]): Promise<string[]> {
  const ended = await rows<EndedGeneration>(tx, END_GENERATIONS, [ids]);
  for (const generation of ended) await recordEnd(tx, generation);
  return ended.map(({ id }) => id);
}
