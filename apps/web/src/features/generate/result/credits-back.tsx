import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatCredits } from '../../../shared/format/format';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';

export function CreditsBack({ credits }: { credits: number }) {
  const { t } = useTranslation('work');
  const locale = useLocale();
  const to = useAddress();
  return (
    <Link
      to={to('profile', { query: { tab: 'statement', kind: 'return' } })}
      className="tabular inline-flex min-h-10 items-center text-sm font-semibold text-ok-text underline underline-offset-4"
    >
      {t('creditsBack', { count: credits, formatted: formatCredits(credits, locale) })}
    </Link>
  );
}
