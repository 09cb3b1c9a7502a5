import type { ReactNode } from 'react';
import { cx } from '../../cx';
import { formatFrameNumber } from '../../format';
import { FavoriteRing } from './favorite-ring';

interface ImageGridProps {
  label: string;
  children: ReactNode;
  /** Replaces the columns that suit a gallery. */
  columns?: string;
  busy?: boolean;
}

export function ImageGrid({ label, children, columns, busy }: ImageGridProps) {
  return (
    <ul
      aria-label={label}
      aria-busy={busy || undefined}
      className={cx(
        'grid gap-x-(--sheet-gap) gap-y-6 overflow-hidden',
        columns ?? 'grid-cols-2 sm:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-6',
      )}
    >
      {children}
    </ul>
  );
}

interface ImageCellProps {
  /** The image; contained in the square cell, whatever its ratio. */
  children: ReactNode;
  frameNumber?: number | undefined;
  /** Right end of the caption strip: the style, a date. */
  note?: ReactNode;
  /** Circled; `ringId` decides by which ring. */
  marked?: boolean;
  ringId?: string;
  /** Over the picture: badges, buttons. */
  overlay?: ReactNode;
  /** Below the caption strip. */
  caption?: ReactNode;
}

export function ImageCell({
  children,
  frameNumber,
  note,
  marked = false,
  ringId = '',
  overlay,
  caption,
}: ImageCellProps) {
  return (
    <li className="group/frame min-w-0">
      <div className="relative grid aspect-square min-h-0 grid-rows-[minmax(0,1fr)] place-items-center bg-surround p-2 sm:p-3">
        {children}
        {marked ? <FavoriteRing id={ringId} className="p-1" /> : null}
        {overlay}
      </div>
      <CaptionStrip frameNumber={frameNumber} note={note} />
      {caption}
    </li>
  );
}

/** It bridges the gap to the next cell, so that neighbours make one strip. */
function CaptionStrip({ frameNumber, note }: Pick<ImageCellProps, 'frameNumber' | 'note'>) {
  return (
    <div className="tabular -me-(--sheet-gap) flex min-h-7 items-center justify-between gap-2 bg-surround pe-(--sheet-gap) text-xs [li:last-child>&]:me-0 [li:last-child>&]:pe-0">
      <span className="ps-2 text-amber-text sm:ps-3">
        {frameNumber === undefined ? null : `No. ${formatFrameNumber(frameNumber)}`}
      </span>
      <span className="truncate pe-2 text-ink-3 sm:pe-3">{note}</span>
    </div>
  );
}
