import type { Generation } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../../shared/format';
import { useLocale } from '../../../shared/i18n/locale-context';

/** Tells a screen reader how it ended; silent while it runs. */
export function Announcer({ generation }: { generation: Generation }) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const text =
    generation.status === 'completed'
      ? t('announce.done')
      : generation.status === 'failed'
        ? t('announce.failed', { credits: formatCredits(generation.credits_returned, locale) })
        : '';
  return (
    <span role="status" className="sr-only">
      {text}
    </span>
  );
}
