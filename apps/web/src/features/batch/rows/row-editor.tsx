import { NEGATIVE_PROMPT_MAX, PROMPT_MAX } from '@app/contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/actions/button';
import { TextArea } from '../../../shared/ui/forms/text-area';
import { TextField } from '../../../shared/ui/forms/text-field';
import { useFaultText } from './fault-list';
import type { Cells, Column, SharedCells } from './row';
import { SettingFields } from './setting-fields';
import type { CheckedRow } from './use-checked-rows';

interface RowEditorProps {
  row: CheckedRow;
  number: number;
  shared: SharedCells;
  maxCount: number;
  onChange: (cells: Cells) => void;
  onClose: () => void;
}

/** The cells of one row; an empty one has what all rows share. */
export function RowEditor({ row, number, shared, maxCount, onChange, onClose }: RowEditorProps) {
  const { t } = useTranslation('batch');
  const faultText = useFaultText();
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => first.current?.querySelector('textarea')?.focus(), []);
  const { cells } = row;
  const set = (column: Column, value: string) => onChange({ ...cells, [column]: value });
  const errors = Object.fromEntries(row.faults.map((fault) => [fault.field, faultText(fault)]));
  return (
    <div ref={first} role="group" aria-label={t('rows.editing', { number })} className="grid gap-4 py-3">
      <TextArea
        label={t('columns.prompt')}
        rows={2}
        limit={PROMPT_MAX}
        value={cells.prompt ?? ''}
        error={errors.prompt}
        onChange={(event) => set('prompt', event.target.value)}
      />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <SettingFields values={cells} shared={shared} maxCount={maxCount} errors={errors} onChange={set} />
        <TextField
          label={t('columns.seed')}
          inputMode="numeric"
          placeholder={t('settings.random')}
          value={cells.seed ?? ''}
          error={errors.seed}
          onChange={(event) => set('seed', event.target.value)}
        />
      </div>
      <TextArea
        label={t('columns.negative_prompt')}
        placeholder={shared.negative_prompt}
        rows={1}
        limit={NEGATIVE_PROMPT_MAX}
        value={cells.negative_prompt ?? ''}
        error={errors.negative_prompt}
        onChange={(event) => set('negative_prompt', event.target.value)}
      />
      <div className="flex justify-end">
        <Button onClick={onClose}>{t('rows.done')}</Button>
      </div>
    </div>
  );
}
