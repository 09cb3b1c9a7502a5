import { thumbHashToDataURL } from 'thumbhash';

const known = new Map<string, string | null>();

/** A data address that paints the blurred image; null for a broken hash. Decoded once per hash. */
export function thumbhashAddress(base64: string): string | null {
  const cached = known.get(base64);
  if (cached !== undefined) return cached;
  let painted: string | null;
  try {
    painted = thumbHashToDataURL(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
  } catch {
    painted = null;
  }
  known.set(base64, painted);
  return painted;
}
