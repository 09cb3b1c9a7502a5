import type { ComponentProps, ReactNode, Ref } from 'react';
import { cx } from '../../cx';
import { formatFrameNumber } from '../../format/format';
import { FACE_STYLE, JustifiedRows, cellStyle } from './justified-rows';
import { Skeleton } from '../feedback/skeleton';

/** Around the image, on both sides together. */
export const PADDING_PX = 12;

interface ImageGridProps {
  label: string;
  children: ReactNode;
  /** `--row`, the height from which a row is filled. */
  rows?: string;
  busy?: boolean;
  ref?: Ref<HTMLUListElement>;
}

export function ImageGrid({ children, rows, ...list }: ImageGridProps) {
  return (
    <JustifiedRows {...list} {...(rows ? { className: rows } : {})}>
      {children}
    </JustifiedRows>
  );
}

/** Of a cell in a list that is laid out in a script: its place there, and its width. */
export type CellPlace = Pick<ComponentProps<'li'>, 'style' | 'aria-setsize' | 'aria-posinset'> & {
  'data-row'?: number;
};

interface ImageCellProps {
  /** The image; whole, whatever its ratio. */
  children: ReactNode;
  shape: { width: number; height: number };
  frameNumber?: number | undefined;
  /** First line below, with the number: the prompt, which the image is named by. */
  title?: string;
  /** In its place: the same as a way for the mouse. */
  titleLink?: ReactNode;
  /** For what is described by the number. */
  numberId?: string;
  /** Left end of the strip; a narrow cell drops it. */
  note?: ReactNode;
  /** Before the note, or the number where there is no strip. */
  mark?: ReactNode;
  /** Right end of the strip. */
  actions?: ReactNode;
  /** Framed in amber. */
  selected?: boolean;
  /** On the face, with a link of its own: what there is to say in the place of an image. */
  faceNote?: ReactNode;
  /** A question, which needs the room of the image. */
  overlay?: ReactNode;
  /** Below the strip. */
  below?: ReactNode;
  place?: CellPlace | undefined;
}

const FACE = 'relative grid min-h-0 w-full grid-rows-[minmax(0,1fr)] place-items-center';
/** A sheet of photographic paper. */
export const CELL_STYLE = 'min-w-0 self-start rounded-image bg-print p-1.5 shadow-sheet';

/** Its first words can be read there. */
const NOTE_BESIDE_ACTIONS = 'hidden @min-[11.5rem]:block';

function FrameNumber({ id, number }: { id: string | undefined; number: number | undefined }) {
  if (number === undefined) return null;
  return (
    <span id={id} className="tabular hidden shrink-0 text-xs text-amber-text @min-[8rem]:block">
      <span className="sr-only @min-[11.5rem]:not-sr-only">No. </span>
      {formatFrameNumber(number)}
    </span>
  );
}

/** A print on the table: the whole image, and a strip below it with what there is to say and to do. */
export function ImageCell({
  children,
  shape,
  frameNumber,
  title,
  titleLink,
  numberId,
  note,
  mark,
  actions,
  selected = false,
  faceNote,
  overlay,
  below,
  place,
}: ImageCellProps) {
  const hasStrip = Boolean(note ?? actions);
  return (
    <li
      style={cellStyle(shape, PADDING_PX)}
      {...place}
      data-selected={selected || undefined}
      className={cx(CELL_STYLE, 'group/frame @container relative', selected && 'outline-3 outline-amber-text')}
    >
      <div className={FACE} style={FACE_STYLE}>
        {children}
        {faceNote}
      </div>
      {overlay}
      {title === undefined ? null : (
        <div className="flex items-baseline gap-2 px-1 pt-1.5">
          {/* A screen reader has just read it as the name of the image. */}
          <p aria-hidden="true" className="min-w-0 flex-1 truncate text-sm" title={title}>
            {titleLink ?? title}
          </p>
          {hasStrip ? null : mark}
          <FrameNumber id={numberId} number={frameNumber} />
        </div>
      )}
      {hasStrip ? (
        <div className="tabular flex min-h-8 items-center gap-x-2 ps-1 text-xs">
          {mark}
          <span className={cx('min-w-0 flex-1 truncate text-ink-3', actions ? NOTE_BESIDE_ACTIONS : null)}>{note}</span>
          <span className="ms-auto flex shrink-0 items-center">{actions}</span>
        </div>
      ) : null}
      {below}
    </li>
  );
}

/** As large as an `ImageCell` with title and actions, so that nothing moves when that comes. */
export function WaitingCell({ shape, ...rest }: Pick<ImageCellProps, 'shape'> & ComponentProps<'li'>) {
  return (
    <li style={cellStyle(shape, PADDING_PX)} {...rest} className={CELL_STYLE} data-waiting>
      <span className={FACE} style={FACE_STYLE}>
        <Skeleton className="size-full" />
      </span>
      <span className="flex items-center px-1 pt-1.5 text-sm" style={{ height: 'calc(1lh + 6px)' }}>
        <Skeleton className="h-3 w-4/5" />
      </span>
      <span className="flex min-h-10 items-center ps-1">
        <Skeleton className="h-3 w-1/3" />
      </span>
    </li>
  );
}
