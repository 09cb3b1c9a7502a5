import { PLANS, PLAN_TERMS } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/auth/use-session';
import { joinSentences } from '../../shared/format';
import { useAddress, useLocale } from '../../shared/i18n/locale-context';
import { ButtonLink } from '../../shared/ui/actions/button';
import { Badge } from '../../shared/ui/feedback/badge';
import { rowLimitOf } from './row-limit';

const BATCH_PLANS = PLANS.filter((plan) => PLAN_TERMS[plan].batchLimit > 0);

/** What is seen without the feature, or, where it `isServed`, without a plan that has it. */
export function Announcement({ isServed }: { isServed: boolean }) {
  const { t } = useTranslation('batch');
  const { t: tCommon } = useTranslation();
  const to = useAddress();
  const locale = useLocale();
  const isIncluded = rowLimitOf(useUser()) > 0;
  return (
    <div className="reading grid gap-8 pt-12 lg:pt-18">
      <header className="grid gap-3">
        {isServed ? null : (
          <span className="justify-self-start">
            <Badge tone="info">{t('soon')}</Badge>
          </span>
        )}
        <h1 className="text-3xl">{t('title')}</h1>
        <p className="text-lg text-ink-2">{joinSentences([t('lead'), isServed ? null : t('leadSoon')], locale)}</p>
      </header>
      <ul className="tabular border-t border-line">
        {BATCH_PLANS.map((plan) => (
          <li key={plan} className="flex items-center justify-between gap-4 border-b border-line py-4">
            <span className="font-semibold">{tCommon(`plans.${plan}`)}</span>
            <span className="text-ink-2">{t('limit', { count: PLAN_TERMS[plan].batchLimit })}</span>
          </li>
        ))}
      </ul>
      <p className="text-ink-2">{isIncluded ? t('included') : isServed ? t('needsPlan') : t('needsPlanSoon')}</p>
      <div className="flex flex-wrap gap-3">
        {isIncluded ? null : (
          <ButtonLink variant="primary" to={to('pricing')}>
            {t('seePlans')}
          </ButtonLink>
        )}
        <ButtonLink variant={isIncluded ? 'primary' : 'quiet'} to={to('generate')}>
          {tCommon('nav.generate')}
        </ButtonLink>
      </div>
    </div>
  );
}
