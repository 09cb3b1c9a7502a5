import { MODELS, OUTPUT_FORMATS, STYLES } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import type { Column } from './row';

export type SettingColumn = Exclude<Column, 'prompt' | 'negative_prompt' | 'seed'>;

const among = <T extends string>(list: readonly T[], value: string): T | undefined =>
  list.find((item) => item === value);

/** A setting as people read it; what does not exist stays as it was written. */
export function useSettingTexts(): (column: SettingColumn, value: string) => string {
  const { t } = useTranslation(['batch', 'options']);
  return (column, value) => {
    const [model, style, format] = [among(MODELS, value), among(STYLES, value), among(OUTPUT_FORMATS, value)];
    if (column === 'model' && model) return t(`options:models.${model}`);
    if (column === 'style' && style) return t(`options:styles.${style}`);
    if (column === 'output_format' && format) return t(`options:formats.${format}`);
    if (column === 'count' && /^\d+$/.test(value)) return t('batch:settings.images', { count: Number(value) });
    return value;
  };
}
