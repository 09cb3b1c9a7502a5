import type { Generation } from '@app/contracts';

/** No worker has begun with it. */
export const isWaiting = ({ status }: Pick<Generation, 'status'>): boolean => status === 'pending';

/** A cancelled generation or image has the status of a failed one. */
export const isCancelled = ({ status, error_code }: Pick<Generation, 'status' | 'error_code'>): boolean =>
  status === 'failed' && error_code === 'CANCELLED';
