import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { cx } from '../../cx';

export interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  /** Shown instead of silence: the field is marked invalid and the text is tied to it. */
  error?: ReactNode;
}

interface FieldFrameProps extends FieldTexts {
  /** Right of the label: a counter, a small action. */
  aside?: ReactNode;
  className?: string | undefined;
  children: (wiring: FieldWiring) => ReactNode;
}

export interface FieldWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export const FIELD_STYLE =
  'w-full rounded-control border border-field bg-surface px-3 text-base text-ink transition-colors duration-120 ' +
  'hover:border-ink-2 disabled:opacity-55 aria-invalid:border-danger-text';

export function FieldFrame({ label, hint, error, aside, className, children }: FieldFrameProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint ? hintId : null, error ? errorId : null].filter(Boolean).join(' ') || undefined;
  return (
    <div className={cx('grid grid-cols-1 content-start gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {hint ? (
        <p id={hintId} className="text-sm text-ink-3">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={errorId} role="alert" className="flex items-start gap-1.5 text-sm text-danger-text">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
}
