import { API_KEY_DAILY_CREDITS_MAX, API_KEY_NAME_MAX } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../shared/ui/forms/text-field';

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
}

export function KeyNameField({ value, onChange }: FieldProps) {
  const { t } = useTranslation('developers');
  return (
    <TextField
      label={t('keys.name')}
      hint={t('keys.nameHint')}
      maxLength={API_KEY_NAME_MAX}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export const isBudget = (text: string): boolean =>
  text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= API_KEY_DAILY_CREDITS_MAX);

/** Credits a day; null without a limit. */
export const budgetOf = (text: string): number | null => (text === '' ? null : Number(text));

export function KeyBudgetField({ value, onChange }: FieldProps) {
  const { t } = useTranslation('developers');
  return (
    <TextField
      label={t('keys.budget')}
      placeholder={t('keys.noBudget')}
      inputMode="numeric"
      value={value}
      error={isBudget(value) ? null : t('keys.budgetInvalid', { max: API_KEY_DAILY_CREDITS_MAX })}
      onChange={(event) => onChange(event.target.value.trim())}
    />
  );
}
