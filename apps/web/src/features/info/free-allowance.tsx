import {
  DAILY_BONUS_CREDITS,
  DAILY_BONUS_MONTHLY_LIMIT,
  DEFAULT_FREE_ALLOWANCE,
  DEFAULT_FREE_MONTHLY_CREDITS,
} from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { usePlansQuery } from '../../api/endpoints/quota';
import { formatCredits } from '../../shared/format';
import { useLocale } from '../../shared/i18n/locale-context';

/** What this installation gives for free, in words; every installation decides for itself. */
export function FreeAllowance() {
  const { t } = useTranslation('info');
  const locale = useLocale();
  const { data } = usePlansQuery();
  return (
    <p>
      {t(`allowance.${data?.freeAllowance ?? DEFAULT_FREE_ALLOWANCE}`, {
        credits: formatCredits(data?.freeMonthlyCredits ?? DEFAULT_FREE_MONTHLY_CREDITS, locale),
        bonus: formatCredits(data?.dailyBonusCredits ?? DAILY_BONUS_CREDITS, locale),
        claims: data?.dailyBonusMonthlyLimit ?? DAILY_BONUS_MONTHLY_LIMIT,
      })}
    </p>
  );
}
