/** Less than this is the second that the header cuts off, and the way of the answer. */
const NOISE_MS = 3_000;

let aheadMs = 0;

/** Takes over the server's clock from the `Date` of an answer: many machines' clocks are minutes off. */
export function hearServerTime(date: string | null): void {
  const ahead = Date.parse(date ?? '') - Date.now();
  if (Number.isFinite(ahead)) aheadMs = Math.abs(ahead) < NOISE_MS ? 0 : ahead;
}

/** A moment that the server told, on the clock of this machine, in milliseconds. */
export const onOwnClock = (moment: string): number => Date.parse(moment) - aheadMs;
