import type { ComponentProps } from 'react';
import { cx } from '../../cx';
import { FIELD_STYLE, FieldFrame, type FieldTexts } from './field';
import { TextCounter } from './text-counter';

interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'id' | 'value' | 'maxLength'> {
  value: string;
  /** Limit in code points that the counter shows; nothing is cut. */
  limit?: number;
}

export function TextArea({ label, hint, error, limit, value, rows = 4, className, ...area }: TextAreaProps) {
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
          {...area}
          rows={rows}
          {...wiring}
          value={value}
          // A field that grows with its content takes no notice of `rows`.
          style={{ minHeight: `calc(${rows} * 1lh + 1.375rem)` }}
          className={cx(FIELD_STYLE, 'field-sizing-content resize-y py-2.5 leading-relaxed')}
        />
      )}
    </FieldFrame>
  );
}
