import { setTimeout as wait } from 'node:timers/promises';

const CYCLE = 10;
/** Four rounds have both orders and two overlaps. */
const STEP = 7;
const DONE_FIRST = 0;
const DONE_LAST = 1;
const MIDDLE = 6;

/**
 * Two things at the same moment, for the given round of a race. Most rounds begin both within 4 ms of each other,
 * now the one and now the other ahead; in two of ten one is done before the other begins, so that both orders
 * come to pass however fast the machine is.
 */
export async function together<A, B>(round: number, one: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> {
  const turn = (round * STEP) % CYCLE;
  if (turn === DONE_FIRST) {
    const first = await one();
    return [first, await other()];
  }
  if (turn === DONE_LAST) {
    const first = await other();
    return [await one(), first];
  }
  const ahead = turn - MIDDLE;
  return Promise.all([wait(Math.max(0, ahead)).then(one), wait(Math.max(0, -ahead)).then(other)]);
}
