import {
  DAILY_BONUS_CREDITS,
  DAILY_BONUS_MONTHLY_LIMIT,
  DEFAULT_FREE_ALLOWANCE,
  DEFAULT_FREE_MONTHLY_CREDITS,
  type Answer,
} from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../shared/format';
import { useLocale } from '../../shared/i18n/locale-context';

/** What the free plan comes with, in one line; the usual figures as long as the installation's own are not known. */
export function AllowanceText({ plans }: { plans?: Answer<'quota.plans'> | undefined }) {
  const { t } = useTranslation('pricing');
  const locale = useLocale();
  return t(`features.allowance.${plans?.freeAllowance ?? DEFAULT_FREE_ALLOWANCE}`, {
    credits: formatCredits(plans?.freeMonthlyCredits ?? DEFAULT_FREE_MONTHLY_CREDITS, locale),
    bonus: formatCredits(plans?.dailyBonusCredits ?? DAILY_BONUS_CREDITS, locale),
    claims: plans?.dailyBonusMonthlyLimit ?? DAILY_BONUS_MONTHLY_LIMIT,
  });
}
