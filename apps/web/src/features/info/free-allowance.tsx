import { DAILY_BONUS_CREDITS, DAILY_BONUS_MONTHLY_LIMIT } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { webSettings } from '../../config/web-env';
import { formatCredits } from '../../shared/format/format';
import { useLocale } from '../../shared/i18n/locale-context';

/** What this installation gives for free, in words. */
export function FreeAllowance() {
  const { t } = useTranslation('info');
  const locale = useLocale();
  return (
    <p>
      {t(`allowance.${webSettings.freeAllowance}`, {
        credits: formatCredits(webSettings.freeMonthlyCredits, locale),
        bonus: formatCredits(DAILY_BONUS_CREDITS, locale),
        claims: DAILY_BONUS_MONTHLY_LIMIT,
      })}
    </p>
  );
}
