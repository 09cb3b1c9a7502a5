import type { ReactNode } from 'react';
import { cx } from '../../cx';
import { Comma } from '../comma';

interface EmptyFrameProps {
  /** Of the image, in pixels. */
  shape: { width: number; height: number };
  /** The image, for screen readers. */
  label: string;
  /** What lies under the words, over the whole cell. */
  behind?: ReactNode;
  /** At the top, with room for more below it; else in the middle. */
  atTop?: boolean;
  children: ReactNode;
}

/** In the place of an image that cannot be shown: of its shape, with what there is to say. */
export function EmptyFrame({ shape: { width, height }, label, behind, atTop = false, children }: EmptyFrameProps) {
  return (
    <span
      className={cx(
        'inner-line grid max-h-full max-w-full overflow-hidden rounded-image bg-surface p-3',
        atTop ? 'items-start justify-items-start' : 'place-items-center',
      )}
      style={{ aspectRatio: `${width} / ${height}`, [width >= height ? 'width' : 'height']: '100%' }}
    >
      {behind}
      <span className={cx('relative flex items-center gap-2', !atTop && 'flex-col')}>
        <span className="sr-only">
          {label}
          <Comma />
        </span>
        {children}
      </span>
    </span>
  );
}
