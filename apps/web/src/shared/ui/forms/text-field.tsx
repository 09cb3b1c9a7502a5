import type { ComponentProps } from 'react';
import { cx } from '../../cx';
import { FIELD_STYLE, FieldFrame, type FieldTexts } from './field';

type TextFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'id'>;

export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className}>
      {(wiring) => <input type="text" {...input} {...wiring} className={cx(FIELD_STYLE, 'min-h-11')} />}
    </FieldFrame>
  );
}
