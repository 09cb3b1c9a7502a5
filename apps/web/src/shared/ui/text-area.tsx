import type { ComponentProps } from 'react';
import { cx } from '../cx';
import { FIELD_STYLE, FieldFrame, type FieldTexts } from './field';
import { TextCounter } from './text-counter';

interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'id' | 'value' | 'maxLength'> {
  value: string;
  /** Limit in code points that the counter shows; nothing is cut. */
  limit?: number;
}

export function TextArea({ label, hint, error, limit, value, className, ...area }: TextAreaProps) {
  return (
    <FieldFrame
      label={label}
      hint={hint}
      error={error}
      aside={limit === undefined ? undefined : <TextCounter text={value} max={limit} />}
      className={className}
    >
      {(wiring) => (
        <textarea
          rows={4}
          {...area}
          {...wiring}
          value={value}
          className={cx(FIELD_STYLE, 'field-sizing-content min-h-24 resize-y py-2.5 leading-relaxed')}
        />
      )}
    </FieldFrame>
  );
}
