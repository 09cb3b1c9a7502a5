import type { GenerationStatus } from '@app/contracts';

/** The API shows `cancelled` as `failed`. */
export type RowStatus = GenerationStatus | 'cancelled';
