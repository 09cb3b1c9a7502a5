import type { CSSProperties, ReactNode, Ref } from 'react';
import { cx } from '../../cx';

/** Beyond these a cell would be too narrow for its caption, or too low to look at. */
const NARROWEST = 0.56;
const WIDEST = 2.6;

export const rowRatio = ({ width, height }: { width: number; height: number }): number =>
  Math.min(Math.max(width / height, NARROWEST), WIDEST);

/** Whether an image touches the sides of its cell; else it touches top and bottom. */
export const fillsWidth = (shape: { width: number; height: number }): boolean =>
  shape.width / shape.height >= rowRatio(shape);

/** How wide an image of a row is shown, as in `<img sizes>`: on a phone it may have the row for itself. */
export const rowSizes = (shape: { width: number; height: number }): string => {
  const ratio = rowRatio(shape);
  return `(min-width: 1024px) ${Math.round(300 * ratio)}px, (min-width: 640px) 50vw, ${ratio < 0.75 ? 44 : 88}vw`;
};

interface JustifiedRowsProps {
  label?: string;
  busy?: boolean;
  /** Height at which a row is filled: its cells only grow from there. */
  className?: string;
  ref?: Ref<HTMLUListElement>;
  children: ReactNode;
}

/**
 * Rows of whole images: cells of a row are equally high and fill it. Each cell starts at its ratio times `--row` and
 * grows by its ratio, so heights stay equal without a measurement. `first-images.js` sets only the ratio.
 */
export function JustifiedRows({ label, busy, className, ref, children }: JustifiedRowsProps) {
  return (
    <ul
      ref={ref}
      aria-label={label}
      aria-busy={busy || undefined}
      className={cx(
        'flex flex-wrap gap-(--sheet-gap) after:grow-999 after:content-[""]',
        className ?? '[--row:138px] sm:[--row:170px] lg:[--row:190px]',
      )}
    >
      {children}
    </ul>
  );
}

/** The block in a cell that its image fills. */
export const FACE_STYLE: CSSProperties = { aspectRatio: 'var(--ratio)' };

/** Style of a cell; `padding` is what surrounds its image on both sides together, in pixels. */
export const cellStyle = (shape: { width: number; height: number }, padding = 0): CSSProperties => ({
  ['--ratio' as string]: rowRatio(shape),
  flexGrow: 'var(--ratio)',
  flexBasis: `calc(var(--ratio) * var(--row) + ${padding}px)`,
});
