import { LOW_CREDITS_UNITS, toCredits } from '@app/contracts';
import type { EntityManager } from 'typeorm';
import { recordWebhookEvent } from '../../outgoing-webhooks/index.js';
import { lockAccount, readAvailable } from '../persistence/accounts.js';

/** Records `credits.low` if what a person has available fell below the threshold: once for each time it does. */
export async function recordLowCredits(
  tx: EntityManager,
  userId: string,
  { before, after }: { before: number; after: number },
): Promise<void> {
  if (before < LOW_CREDITS_UNITS || after >= LOW_CREDITS_UNITS) return;
  const data = { available_credits: toCredits(after), threshold_credits: toCredits(LOW_CREDITS_UNITS) };
  await recordWebhookEvent(tx, userId, { type: 'credits.low', data });
}

/** Locks the account, and records `credits.low` if `work` takes what is available below the threshold. */
export async function withLowCreditsEvent<T>(tx: EntityManager, userId: string, work: () => Promise<T>): Promise<T> {
  await lockAccount(tx, userId);
  const before = await readAvailable(tx, userId);
  const result = await work();
  await recordLowCredits(tx, userId, { before, after: await readAvailable(tx, userId) });
  return result;
}
