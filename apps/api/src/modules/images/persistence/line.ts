/** Claims of one generation, and so calls of an engine for one picture. */
export const MAX_ATTEMPTS = 3;

/** Seconds by which each picture that a person still waits for puts back the next. */
const TURN_SECONDS = 30;
/** Nobody is put back further: whoever waited so long goes before everybody who asked after that. */
const MOST_SECONDS = 120;

/**
 * When a new generation asked, as far as its place in line goes: later than it did by a turn for each picture that its
 * owner, in the same plan, waits for from the same engine. So whoever asks for the first picture goes before somebody
 * else's eighth; and since the moment is fixed, it comes, however many others arrive meanwhile. `params` are SQL.
 */
export const lineAt = (params: { user: string; engine: string; priority: string }): string =>
  `now() + least(${MOST_SECONDS}, ${TURN_SECONDS} * (
     select coalesce(sum(o.count), 0) from generations o
      where o.user_id = ${params.user} and o.engine = ${params.engine} and o.priority = ${params.priority}
        and o.status in ('pending', 'processing') and o.deadline > now())) * interval '1 second'`;

/** What a worker may begin now, as far as the row of generations named `g` says. */
export const claimable = (g: string): string =>
  `(${g}.status in ('pending', 'processing') and ${g}.deadline > now() and ${g}.attempt < ${MAX_ATTEMPTS}
    and (${g}.status = 'pending' or ${g}.lease_until < now()))`;

/** Who goes first: the dearer plan, then the earlier place. Columns of the row of generations named `g`. */
export const lineOrder = (g: string): string => `${g}.priority, ${g}.line_at, ${g}.created_at, ${g}.id`;

/** A generation that a worker has in hand now. */
export const RUNNING = `status = 'processing' and lease_until > now()`;

/** How many generations, and pictures of theirs, each engine takes before one that can be begun. */
export const PLACES = `
  select g.id, row_number() over (partition by g.engine order by ${lineOrder('g')}) - 1 as generations_ahead,
         coalesce(sum(g.count) over (partition by g.engine order by ${lineOrder('g')}
                                     rows between unbounded preceding and 1 preceding), 0) as pictures_ahead
    from generations g where ${claimable('g')}`;

/**
 * The same before a generation that this statement writes and does not see yet, and how many its engine has in hand; `made`
 * names a row with its columns.
 */
export const placeOfNew = (made: string): string => {
  const isAhead = `${claimable('g')} and (${lineOrder('g')}) < (${lineOrder(made)})`;
  return `
  select count(*) filter (where ${isAhead}) as generations_ahead,
         coalesce(sum(g.count) filter (where ${isAhead}), 0) as pictures_ahead,
         count(*) filter (where ${RUNNING}) as running
    from generations g where g.engine = ${made}.engine and g.status in ('pending', 'processing')`;
};
