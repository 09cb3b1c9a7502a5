import {
  DAILY_BONUS_CREDITS,
  DAILY_BONUS_MONTHLY_LIMIT,
  DEFAULT_FREE_ALLOWANCE,
  DEFAULT_FREE_MONTHLY_CREDITS,
} from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { usePlansQuery } from '../../api/quota-api';
import { formatCredits } from '../../shared/format';
import { useLocale } from '../../shared/i18n/locale-context';

/** What the free plan comes with, in one line: every installation decides for itself. */
export function useFreeAllowance(): string {
  const { t } = useTranslation('pricing');
  const locale = useLocale();
  const { data } = usePlansQuery();
  return t(`features.allowance.${data?.freeAllowance ?? DEFAULT_FREE_ALLOWANCE}`, {
    credits: formatCredits(data?.freeMonthlyCredits ?? DEFAULT_FREE_MONTHLY_CREDITS, locale),
    bonus: formatCredits(data?.dailyBonusCredits ?? DAILY_BONUS_CREDITS, locale),
    claims: data?.dailyBonusMonthlyLimit ?? DAILY_BONUS_MONTHLY_LIMIT,
  });
}
