import type { Generation } from '@app/contracts';
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../../../shared/format/format';
import { useLocale } from '../../../../shared/i18n/locale-context';

export function CancelledPreview({ generation }: { generation: Generation }) {
  const { t } = useTranslation(['generate', 'work']);
  const locale = useLocale();
  return (
    <div className="grid max-w-96 justify-items-center gap-2 p-6 text-center">
      <Undo2 aria-hidden="true" strokeWidth={1.25} className="size-10" />
      <p className="font-semibold text-ink-2">{t('work:failures.CANCELLED')}</p>
      <p className="tabular text-sm text-ok-text">
        {t('generate:cancel.back', { credits: formatCredits(generation.credits_returned, locale) })}
      </p>
      <p className="text-sm text-ink-3">{t('work:next.CANCELLED')}</p>
    </div>
  );
}
