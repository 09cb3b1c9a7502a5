import type { ReactNode } from 'react';
import { Comma } from '../comma';

interface EmptyFrameProps {
  /** Of the image, in pixels. */
  shape: { width: number; height: number };
  /** The image, for screen readers. */
  label: string;
  /** What lies under the words, over the whole cell. */
  behind?: ReactNode;
  children: ReactNode;
}

/** In the place of an image that cannot be shown: of its shape, with what there is to say in the middle. */
export function EmptyFrame({ shape: { width, height }, label, behind, children }: EmptyFrameProps) {
  return (
    <span
      className="inner-line grid max-h-full max-w-full place-items-center overflow-hidden rounded-image bg-surface p-3"
      style={{ aspectRatio: `${width} / ${height}`, [width >= height ? 'width' : 'height']: '100%' }}
    >
      {behind}
      <span className="relative grid justify-items-center gap-2">
        <span className="sr-only">
          {label}
          <Comma />
        </span>
        {children}
      </span>
    </span>
  );
}
