import { cx } from '../../cx';

/** Drawn by hand, in a 100 × 100 box: nobody draws the same ring twice. */
const RINGS = [
  'M62 5C33 1 7 19 5 47c-2 29 20 48 47 48 26-1 45-21 44-47C95 22 73 3 42 8',
  'M34 9C11 18 1 41 7 62c7 24 33 37 57 31 23-6 36-28 31-51C90 18 62 1 36 6c-5 1-9 3-12 6',
  'M71 8C48-2 20 6 9 29c-10 22-1 48 22 59 22 10 50 3 61-19 11-23 2-50-22-60-9-3-19-4-29-1',
] as const;

/** Which of the rings an id gets: always the same one. */
function ringOf(id: string): string {
  let hash = 0;
  for (const char of id) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return RINGS[hash % RINGS.length] ?? RINGS[0];
}

/** Decorative: the control that set it says that it is on. */
export function FavoriteRing({ id, className }: { id: string; className?: string }) {
  return (
    <svg
      viewBox="-3 -3 106 106"
      preserveAspectRatio="none"
      aria-hidden="true"
      className={cx('drawn pointer-events-none absolute inset-0 size-full text-mark', className)}
    >
      <path
        d={ringOf(id)}
        fill="none"
        stroke="currentColor"
        strokeWidth={3.5}
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
