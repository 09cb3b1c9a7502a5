const DAY_MS = 86_400_000;

/** `npm run proof` and whatever judges the tests themselves meet every case, each day. */
export const WHOLE = process.env.DRAW_WHOLE !== undefined;
/** Another one each day; given as DRAW_TURN, it draws the same cases again. */
export const TURN = Number(process.env.DRAW_TURN ?? Math.floor(Date.now() / DAY_MS));

interface Turn {
  isWhole?: boolean;
  turn?: number;
}

/** Every `parts`-th case, beginning at the day's own: as many days meet all of them. */
export function drawn<T>(all: readonly T[], parts: number, { isWhole = WHOLE, turn = TURN }: Turn = {}): T[] {
  const among = Math.min(parts, all.length);
  return all.filter((_, at) => isWhole || at % among === turn % among);
}

/** Of each kind the day's case. */
export function oneOfEach<T>(
  all: readonly T[],
  kindOf: (one: T) => unknown,
  { isWhole = WHOLE, turn = TURN }: Turn = {},
): T[] {
  if (isWhole) return [...all];
  return all.filter((one) => {
    const kind = all.filter((other) => kindOf(other) === kindOf(one));
    return kind[turn % kind.length] === one;
  });
}
