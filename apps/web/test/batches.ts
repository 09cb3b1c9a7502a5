import type { BatchCheck, BatchRow, BatchRowStatus, BatchWithRows } from '@app/contracts';
import { image } from './generations';

export const BATCH_ID = '7a1f0c1e-0000-4000-8005-000000000001';

const id = (number: number) => `7a1f0c1e-0000-4000-8006-${String(number).padStart(12, '0')}`;

/** A row of a batch, by its number. */
export const batchRow = (number: number, status: BatchRowStatus, part: Partial<BatchRow> = {}): BatchRow => ({
  number,
  status,
  error_code: status === 'failed' ? 'CONTENT_REJECTED' : null,
  prompt: `Prompt ${number}`,
  negative_prompt: null,
  model: 'sd3.5-medium',
  style: 'anime',
  size: '3:2',
  quality: 'standard',
  output_format: 'png',
  seed: null,
  count: 1,
  price: 3.5,
  credits_used: status === 'completed' ? 3.5 : 0,
  generation_id: status === 'waiting' ? null : id(100 + number),
  images:
    status === 'completed'
      ? [image({ id: id(number), status, url: 'http://localhost/api/files/a.png', frame_number: number })]
      : [],
  ...part,
});

/** A batch of rows in these states. */
export function batch(states: readonly BatchRowStatus[], part: Partial<BatchWithRows> = {}): BatchWithRows {
  const count = (status: BatchRowStatus) => states.filter((state) => state === status).length;
  return {
    id: BATCH_ID,
    name: null,
    status: 'running',
    pause_reason: null,
    source: 'web',
    row_count: states.length,
    rows_by_status: {
      waiting: count('waiting'),
      pending: count('pending'),
      processing: count('processing'),
      completed: count('completed'),
      failed: count('failed'),
      cancelled: count('cancelled'),
    },
    total_credits: 3.5 * states.length,
    credits_used: 3.5 * count('completed'),
    credits_held: 3.5 * (count('pending') + count('processing')),
    estimated_seconds: 140,
    held_until: null,
    created_at: '2026-11-20T08:00:00.000Z',
    expires_at: '2026-11-27T08:00:00.000Z',
    finished_at: null,
    rows: states.map((status, index) => batchRow(index + 1, status)),
    ...part,
  };
}

/** What the server says of rows at 3.5 credits each. */
export const batchCheck = (
  rows: readonly unknown[],
  available: number,
  part: Partial<BatchCheck> = {},
): BatchCheck => ({
  row_limit: 10,
  rows: rows.map((_, index) => ({ number: index + 1, price: 3.5, faults: [] })),
  total_credits: 3.5 * rows.length,
  available_credits: available,
  affordable_rows: Math.min(rows.length, Math.floor(available / 3.5)),
  ...part,
});
