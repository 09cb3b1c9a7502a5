import { useId, type ReactNode } from 'react';
import { Button } from '../actions/button';

interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** Something that is on or off, with its label and hint; the whole line can be pressed. */
export function Switch({ label, hint, checked, disabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center justify-between gap-6">
      <label htmlFor={id} className="grid flex-1 py-2">
        <span id={`${id}-label`} className="text-base font-medium">
          {label}
        </span>
        {hint ? (
          <span id={`${id}-hint`} className="text-sm text-ink-3">
            {hint}
          </span>
        ) : null}
      </label>
      <Button
        variant="plain"
        id={id}
        role="switch"
        aria-checked={checked}
        data-state={checked ? 'checked' : 'unchecked'}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        // The whole label would be name and description at once.
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={
          // The area that can be pressed is larger than what is seen.
          'relative after:absolute after:-inset-x-1 after:-inset-y-2 ' +
          'inline-flex h-7 w-12 shrink-0 items-center rounded-pill border border-field bg-surface px-0.5 ' +
          'transition-colors duration-120 ease-print disabled:opacity-55 ' +
          'data-[state=checked]:border-transparent data-[state=checked]:bg-amber'
        }
      >
        <span
          data-state={checked ? 'checked' : 'unchecked'}
          className={
            'block size-5 rounded-pill bg-field transition-transform duration-120 ease-print ' +
            'data-[state=checked]:translate-x-[22px] data-[state=checked]:bg-on-amber'
          }
        />
      </Button>
    </div>
  );
}
