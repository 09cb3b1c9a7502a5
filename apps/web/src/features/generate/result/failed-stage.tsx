import type { Generation, Picture } from '@app/contracts';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatCredits } from '../../../shared/format';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';

/** What happened, and that it cost nothing: the statement shows it. */
export function FailedStage({ generation, picture }: { generation: Generation; picture: Picture }) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const to = useAddress();
  const reason = picture.error_code
    ? t(`failures.${picture.error_code}`)
    : (picture.error_message ?? t('result.unknownError'));
  return (
    <div role="alert" className="grid max-w-96 justify-items-center gap-2 p-6 text-center">
      <CircleAlert aria-hidden="true" className="size-8 text-danger-text" />
      <p className="font-semibold">{t('result.failedTitle')}</p>
      <p className="text-ink-2">{reason}</p>
      <Link
        to={to('profile', { query: { tab: 'statement', kind: 'return' } })}
        className="inline-flex min-h-10 items-center text-sm font-semibold text-ok-text underline underline-offset-4"
      >
        {t('result.creditsBack', { credits: formatCredits(generation.unit_price, locale) })}
      </Link>
    </div>
  );
}
