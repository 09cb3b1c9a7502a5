import { MAX_IMAGES_PER_GENERATION, OUTPUT_FORMATS, SELECTABLE_MODELS, SIZES, STYLES } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../shared/ui/forms/select';
import { useSettingTexts, type SettingColumn } from './use-setting-texts';

const CHOICES: Record<SettingColumn, readonly string[]> = {
  model: SELECTABLE_MODELS,
  style: STYLES,
  size: SIZES,
  output_format: OUTPUT_FORMATS,
  count: Array.from({ length: MAX_IMAGES_PER_GENERATION }, (_, index) => String(index + 1)),
};
export const SETTING_COLUMNS = Object.keys(CHOICES) as SettingColumn[];

interface SettingFieldsProps {
  values: Partial<Record<SettingColumn, string>>;
  /** For a row: what it has without a choice of its own. */
  shared?: Record<SettingColumn, string>;
  maxCount: number;
  errors?: Partial<Record<SettingColumn, string>>;
  onChange: (column: SettingColumn, value: string) => void;
}

export function SettingFields({ values, shared, maxCount, errors = {}, onChange }: SettingFieldsProps) {
  const { t } = useTranslation('batch');
  const texts = useSettingTexts();
  return SETTING_COLUMNS.map((column) => {
    const value = values[column] ?? '';
    const choices = CHOICES[column].filter((choice) => column !== 'count' || Number(choice) <= maxCount);
    // A value that does not exist is shown until it is replaced.
    const written = value === '' || choices.includes(value) ? choices : [value, ...choices];
    const options = written.map((choice) => ({ value: choice, label: texts(column, choice) }));
    const same = shared ? [{ value: '', label: t('settings.same', { value: texts(column, shared[column]) }) }] : [];
    return (
      <Select
        key={column}
        label={t(`columns.${column}`)}
        value={value}
        options={[...same, ...options]}
        error={errors[column]}
        onChange={(next) => onChange(column, next)}
      />
    );
  });
}
