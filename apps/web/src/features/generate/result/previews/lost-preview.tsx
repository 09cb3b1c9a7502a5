import type { Generation } from '@app/contracts';
import { ImageOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../../../shared/format/format';
import { useLocale } from '../../../../shared/i18n/locale-context';

export function LostPreview({ generation }: { generation: Generation }) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  return (
    <div role="alert" className="grid max-w-lg justify-items-center gap-1.5 p-4 text-center sm:p-6">
      <ImageOff aria-hidden="true" strokeWidth={1.5} className="size-8 text-danger-text" />
      <p className="font-semibold">{t('lost.title')}</p>
      <p className="text-sm text-ink-2">{t('lost.what')}</p>
      <p className="tabular text-sm text-ink-2">
        {t('lost.credits', { credits: formatCredits(generation.unit_price, locale) })}
      </p>
    </div>
  );
}
