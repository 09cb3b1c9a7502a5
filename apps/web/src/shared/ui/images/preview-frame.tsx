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
  children: ReactNode;
}

/**
 * The one place where an image comes into being. Whatever the state, the box has the final ratio; a tall one is as high
 * as the window allows.
 */
export function PreviewFrame({ state, width, height, label, children }: PreviewFrameProps) {
  const { t } = useTranslation();
  return (
    <section
      aria-label={label}
      aria-busy={state === 'running' || undefined}
      data-state={state}
      className="grid place-items-center rounded-sheet border border-line bg-surround p-3 sm:p-6"
    >
      <div
        className={cx(
          // Clipped, not hidden: a wide one on a phone grows to what there is to say.
          'relative grid w-full place-items-center overflow-clip rounded-picture',
          state === 'done' ? '' : 'inner-line bg-surface',
          state === 'empty' && 'text-ink-3',
        )}
        style={{ aspectRatio: `${width} / ${height}`, maxWidth: `min(100%, calc(76dvh * ${width / height}))` }}
      >
        {children}
      </div>
      <span role="status" className="sr-only">
        {state === 'running' ? t('state.working') : ''}
      </span>
    </section>
  );
}
