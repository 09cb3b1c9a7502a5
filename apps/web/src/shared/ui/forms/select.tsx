import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '../../cx';
import { FIELD_STYLE, FieldFrame, type FieldTexts } from './field';

interface SelectProps<V extends string>
  extends FieldTexts, Omit<ComponentProps<'select'>, 'id' | 'value' | 'onChange'> {
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
}

/** The browser's own select: nothing beats it on a phone. */
export function Select<V extends string>({
  label,
  hint,
  error,
  value,
  options,
  onChange,
  className,
  ...rest
}: SelectProps<V>) {
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className}>
      {(wiring) => (
        <span className="relative block">
          <select
            {...rest}
            {...wiring}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.target.value);
              if (chosen) onChange(chosen.value);
            }}
            className={cx(FIELD_STYLE, 'min-h-11 appearance-none pe-10')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} className="bg-raised">
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2"
          />
        </span>
      )}
    </FieldFrame>
  );
}
