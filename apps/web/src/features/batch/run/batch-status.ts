import type { Batch, BatchRow, BatchRowStatus, BatchWithRows } from '@app/contracts';

const countOf = (
  { rows_by_status: rows }: Pick<Batch, 'rows_by_status'>,
  statuses: readonly BatchRowStatus[],
): number => statuses.reduce((sum, status) => sum + (rows[status] ?? 0), 0);

export const endedRows = (batch: Batch): number => countOf(batch, ['completed', 'failed', 'cancelled']);
/** A row loses its prompt with its images. */
export const hasPrompt = ({ prompt }: Pick<BatchRow, 'prompt'>): boolean => prompt !== '';
/** Rows that a retry would ask for again. */
export const retriableRows = ({ rows }: Pick<BatchWithRows, 'rows'>): BatchRow[] =>
  rows.filter((row) => (row.status === 'failed' || row.status === 'cancelled') && hasPrompt(row));
export const rowsIn = (batch: Batch, status: BatchRowStatus): number => countOf(batch, [status]);

export const isStoppedOrCompleted = ({ status }: Pick<Batch, 'status'>): boolean =>
  status === 'completed' || status === 'stopped';
/** Rows that had begun when a batch was stopped go on to their end. */
export const haveAllRowsEnded = (batch: Batch): boolean =>
  isStoppedOrCompleted(batch) && endedRows(batch) >= batch.row_count;

export const deliveredImages = (rows: readonly BatchRow[]) =>
  rows.flatMap(({ images }) => images.filter(({ status, url }) => status === 'completed' && url !== null));
