import type { Batch, BatchRow, BatchRowStatus } from '@app/contracts';

const countOf = (
  { rows_by_status: rows }: Pick<Batch, 'rows_by_status'>,
  statuses: readonly BatchRowStatus[],
): number => statuses.reduce((sum, status) => sum + (rows[status] ?? 0), 0);

export const endedRows = (batch: Batch): number => countOf(batch, ['completed', 'failed', 'cancelled']);
/** Rows that a retry would ask for again. */
export const retriableRows = (batch: Batch): number => countOf(batch, ['failed', 'cancelled']);
export const rowsIn = (batch: Batch, status: BatchRowStatus): number => countOf(batch, [status]);

export const isFinished = ({ status }: Pick<Batch, 'status'>): boolean =>
  status === 'completed' || status === 'stopped';

export const deliveredImages = (rows: readonly BatchRow[]) =>
  rows.flatMap(({ images }) => images.filter(({ status, url }) => status === 'completed' && url !== null));
