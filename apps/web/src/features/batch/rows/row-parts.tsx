import { Copy, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { formatCredits } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { IconButton } from '../../../shared/ui/actions/icon-button';
import { FaultList } from './fault-list';
import { SETTING_COLUMNS } from './setting-fields';
import type { CheckedRow } from './use-checked-rows';
import { useSettingTexts } from './use-setting-texts';

export function PromptCell({ row }: { row: CheckedRow }) {
  const { t } = useTranslation('batch');
  const { prompt, negative_prompt: negative } = row.filled;
  return (
    <>
      {prompt === '' ? null : <span className="line-clamp-2 wrap-anywhere">{prompt}</span>}
      {negative === '' ? null : (
        <span className="line-clamp-2 text-sm text-ink-3">{t('rows.without', { negative })}</span>
      )}
      <FaultList faults={row.faults.filter(({ field }) => field === 'prompt' || field === 'negative_prompt')} />
    </>
  );
}

/** Only what a row has of its own: the rest stands beside, once for all rows. */
export function SettingsCell({ row }: { row: CheckedRow }) {
  const { t } = useTranslation('batch');
  const texts = useSettingTexts();
  const { seed } = row.filled;
  const own = SETTING_COLUMNS.filter((column) => row.cells[column]).map((column) => texts(column, row.filled[column]));
  const shown = seed === '' ? own : [...own, t('rows.seed', { seed })];
  return (
    <>
      <span className={cx('text-sm', shown.length === 0 && 'text-ink-3')}>
        {shown.length === 0 ? t('rows.asAll') : shown.join(' · ')}
      </span>
      <FaultList faults={row.faults.filter(({ field }) => field !== 'prompt' && field !== 'negative_prompt')} />
    </>
  );
}

export function PriceCell({ row, isPaid }: { row: CheckedRow; isPaid: boolean }) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  if (row.price === null) return <span className="text-sm text-ink-3">{t('rows.noPrice')}</span>;
  return (
    <span className={cx('font-semibold', !isPaid && 'text-ink-3')}>
      {t('credits', { credits: formatCredits(row.price, locale) })}
    </span>
  );
}

interface RowButtonsProps {
  id: number;
  number: number;
  isOpen: boolean;
  canCopy: boolean;
  onEdit: () => void;
  onCopy: () => void;
  onRemove: () => void;
}

export function RowButtons({ id, number, isOpen, canCopy, onEdit, onCopy, onRemove }: RowButtonsProps) {
  const { t } = useTranslation('batch');
  return (
    <span className="flex justify-end">
      <IconButton
        label={t('rows.edit', { number })}
        icon={<Pencil aria-hidden="true" />}
        data-edits={id}
        aria-expanded={isOpen}
        onClick={onEdit}
        className="[&_svg]:size-4"
      />
      <IconButton
        label={t('rows.copy', { number })}
        icon={<Copy aria-hidden="true" />}
        disabled={!canCopy}
        onClick={onCopy}
        className="[&_svg]:size-4"
      />
      <IconButton
        label={t('rows.remove', { number })}
        icon={<Trash2 aria-hidden="true" />}
        onClick={onRemove}
        className="[&_svg]:size-4"
      />
    </span>
  );
}
