/** Rows of the greatest plan; each plan's own is `batchLimit` of its terms. */
export const MAX_BATCH_ROWS = 50;
export const BATCH_BODY_BYTES = 512 * 1024;
export const BATCH_NAME_MAX = 100;
/** What waits after this time is ended. */
export const BATCH_DAYS = 7;
/** Running or paused, of one person. */
export const UNFINISHED_BATCHES_MAX = 20;
export const BATCHES_PAGE_SIZE = 12;

export const BATCH_STATUSES = ['running', 'paused', 'completed', 'stopped'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** `api_key_revoked`: the key that started or resumed it was revoked or has expired, without a successor that works. */
export const BATCH_PAUSE_REASONS = [
  'user',
  'insufficient_credits',
  'plan',
  'api_key_budget',
  'api_key_revoked',
] as const;
export type BatchPauseReason = (typeof BATCH_PAUSE_REASONS)[number];

/** `waiting` rows hold no credits; from `pending` on, a row is a generation. */
export const BATCH_ROW_STATUSES = ['waiting', 'pending', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type BatchRowStatus = (typeof BATCH_ROW_STATUSES)[number];

export const BATCH_SOURCES = ['web', 'api'] as const;
export type BatchSource = (typeof BATCH_SOURCES)[number];
