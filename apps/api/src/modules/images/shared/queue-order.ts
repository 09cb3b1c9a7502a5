/** Claims of one generation, and so calls of an engine for one picture. */
export const MAX_ATTEMPTS = 3;

/** What a worker may begin now, as far as the row of generations named `g` says. */
export const claimable = (g: string): string =>
  `(${g}.status in ('pending', 'processing') and ${g}.deadline > now() and ${g}.attempt < ${MAX_ATTEMPTS}
    and (${g}.status = 'pending' or ${g}.lease_until < now()))`;

/** Who goes first: the dearer plan, then the earlier place. Columns of the row of generations named `g`. */
export const queueOrder = (g: string): string => `${g}.priority, ${g}.fair_order_at, ${g}.created_at, ${g}.id`;

/** A generation that a worker has in hand now. */
export const RUNNING = `status = 'processing' and lease_until > now()`;

/** How many generations, and pictures of theirs, each engine takes before one that can be begun. */
export const QUEUE_POSITIONS = `
  select g.id, row_number() over (partition by g.engine order by ${queueOrder('g')}) - 1 as generations_ahead,
         coalesce(sum(g.count) over (partition by g.engine order by ${queueOrder('g')}
                                     rows between unbounded preceding and 1 preceding), 0) as pictures_ahead
    from generations g where ${claimable('g')}`;
