import type { ReactNode } from 'react';
import { RadioTiles } from '../../../shared/ui/forms/radio-tiles';

interface ChoiceRowProps<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: string; disabled?: boolean }[];
  onChange: (value: V) => void;
  hint?: ReactNode;
}

export function ChoiceRow<V extends string>({ label, value, options, onChange, hint }: ChoiceRowProps<V>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <RadioTiles
        label={label}
        value={value}
        tiles={options}
        onChange={onChange}
        className="grid-flow-col auto-cols-fr"
        tileClassName="tabular px-2 py-2 text-center"
      />
      {hint ? <p className="mt-1.5 text-sm text-ink-3">{hint}</p> : null}
    </fieldset>
  );
}
