import type { Generation } from '@app/contracts';

/** How many of its images were made, also where some of them were deleted since. */
export const deliveredCount = ({
  count,
  credits_returned,
  unit_price,
}: Pick<Generation, 'count' | 'credits_returned' | 'unit_price'>): number =>
  count - Math.round(credits_returned / unit_price);
