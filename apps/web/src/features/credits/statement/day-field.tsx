import { useEffect, useRef, type ReactNode } from 'react';
import { TextField } from '../../../shared/ui/forms/text-field';

interface DayFieldProps {
  label: ReactNode;
  /** `yyyy-mm-dd`, or empty. */
  value: string;
  error?: ReactNode;
  onChange: (day: string) => void;
}

/**
 * A day. While somebody types it belongs to the browser: the address follows a moment later, and writing that back
 * would throw the caret out of the part of the date that is being typed.
 */
export function DayField({ label, value, error, onChange }: DayFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value;
  }, [value]);
  return (
    <TextField
      ref={input}
      type="date"
      label={label}
      error={error}
      defaultValue={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
