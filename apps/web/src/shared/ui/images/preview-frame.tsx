import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../cx';

export type PreviewState = 'empty' | 'running' | 'failed' | 'done';

interface PreviewFrameProps {
  state: PreviewState;
  /** Ratio of the image to come: the box has it from the start, so that nothing moves when it arrives. */
  width: number;
  height: number;
  label: string;
  /** Below the box: what is going on. */
  footer?: ReactNode;
  /** Without a box of its own: several images bring theirs. */
  bare?: boolean;
  children: ReactNode;
}

/**
 * The one place where an image comes into being. Whatever the state, the box has the final ratio; a tall one is as high
 * as the window allows.
 */
export function PreviewFrame({ state, width, height, label, footer, bare = false, children }: PreviewFrameProps) {
  const { t } = useTranslation();
  return (
    <section
      aria-label={label}
      data-state={state}
      className="grid grid-cols-1 justify-items-center gap-3 max-sm:gap-2 sm:rounded-sheet sm:border sm:border-line sm:bg-surround sm:p-5"
    >
      {bare ? (
        children
      ) : (
        <div
          className={cx(
            // Clipped, not hidden: a wide one on a phone grows to what there is to say.
            'relative grid w-full place-items-center overflow-clip rounded-image',
            state === 'done' ? '' : 'inner-line bg-surface',
            state === 'empty' && 'text-ink-3',
          )}
          style={{
            aspectRatio: `${width} / ${height}`,
            maxWidth: `min(100%, calc(max(64dvh, 320px) * ${width / height}))`,
          }}
        >
          {children}
        </div>
      )}
      {footer}
      <span role="status" className="sr-only">
        {state === 'running' ? t('state.working') : ''}
      </span>
    </section>
  );
}
