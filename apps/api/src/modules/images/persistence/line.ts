/** Claims of one generation, and so calls of an engine for one picture. */
export const MAX_ATTEMPTS = 3;

/** What a worker may begin now, as far as the row of generations named `g` says. */
export const claimable = (g: string): string =>
  `(${g}.deadline > now() and ${g}.attempt < ${MAX_ATTEMPTS}
    and (${g}.status = 'pending' or (${g}.status = 'processing' and ${g}.lease_until < now())))`;

/**
 * Every open generation with its turn: how many pictures its owner, in the same plan, asked of the same engine before
 * it and still waits for. It falls while these are made and never rises, so that whoever waits comes to the front,
 * however many others arrive.
 */
const TURNS = `
  select g.id, g.model, g.engine, g.status, g.attempt, g.priority, g.created_at, g.count, ${claimable('g')} as is_waiting,
         coalesce(sum(g.count) over (partition by g.user_id, g.engine, g.priority order by g.created_at, g.id
                                     rows between unbounded preceding and 1 preceding), 0) as turn
    from generations g where g.status in ('pending', 'processing') and g.deadline > now()`;

/** Who goes first: the dearer plan, then the fewest pictures before it of the same person, then who asked first. */
const FIRST = 'priority, turn, created_at, id';

/** Columns of `LINE`'s order, for rows named `line`. */
export const LINE_ORDER = FIRST.split(', ')
  .map((column) => `line.${column}`)
  .join(', ');

/** What can be begun, with all that its place in line depends on. Order it by `LINE_ORDER`. */
export const LINE = `select * from (${TURNS}) turns where is_waiting`;

/** How many generations, and pictures of theirs, each engine takes before one that can be begun. */
export const PLACES = `
  select id, row_number() over (partition by engine order by ${FIRST}) - 1 as generations_ahead,
         coalesce(sum(count) over (partition by engine order by ${FIRST}
                                   rows between unbounded preceding and 1 preceding), 0) as pictures_ahead
    from (${LINE}) line`;
