import { timingSafeEqual } from 'node:crypto';

/** Takes as long for a secret that is nearly right as for one that is all wrong. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
