import { GENERATION_STATUSES } from '@app/contracts';

/** The API shows `cancelled` as `failed`. */
export const ROW_STATUSES = [...GENERATION_STATUSES, 'cancelled'] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];
