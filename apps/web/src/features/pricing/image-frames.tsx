import { useId } from 'react';

const COLUMNS = 17;
/** As many frames as the largest plan needs. */
const ROWS = 9;
/** Of one frame with its gap; `frames.webp` holds 24 of them at twice that size. */
const PITCH = 18;
const GAP = 3;
const STRIP = 24 * PITCH;

/** One frame for each image that a month's credits pay for, filled with works of the engine. */
export function ImageFrames({ images }: { images: number }) {
  const filled = Math.min(Math.max(images, 0), COLUMNS * ROWS);
  const rows = Array.from({ length: ROWS }, (_, row) => ({
    row,
    lit: Math.min(Math.max(filled - row * COLUMNS, 0), COLUMNS),
  }));
  const empty = useId();
  const width = COLUMNS * PITCH - GAP;
  return (
    // How many there are stands below in words.
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${ROWS * PITCH - GAP}`} className="w-full">
      <pattern id={empty} width={PITCH} height={PITCH} patternUnits="userSpaceOnUse">
        <rect
          x={0.5}
          y={0.5}
          width={PITCH - GAP - 1}
          height={PITCH - GAP - 1}
          rx={1}
          className="fill-none stroke-line"
        />
      </pattern>
      {rows.map(({ row, lit }) => (
        <svg key={row} y={row * PITCH} height={PITCH} width={width}>
          <rect x={lit * PITCH} width={(COLUMNS - lit) * PITCH} height={PITCH} fill={`url(#${empty})`} />
          <Filled lit={lit} row={row} />
        </svg>
      ))}
    </svg>
  );
}

function Filled({ lit, row }: { lit: number; row: number }) {
  // Each row begins elsewhere in the strip, so that the frames repeat nowhere in sight.
  const shift = (row * 7 * PITCH) % STRIP;
  return (
    <svg width={lit * PITCH} height={PITCH}>
      {[-shift, STRIP - shift].map((x) => (
        <image key={x} href="/samples/frames.webp" x={x} width={STRIP} height={PITCH} />
      ))}
    </svg>
  );
}
