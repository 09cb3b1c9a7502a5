import { PLAN_TERMS } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/auth/use-session';
import { useAddress } from '../../shared/i18n/locale-context';
import { ButtonLink } from '../../shared/ui/actions/button';
import { Badge } from '../../shared/ui/feedback/badge';
import { BatchHeader } from './batch-header';
import { BATCH_PLANS, rowLimitOf } from './row-limit';
import { TemplateExample } from './template-example';

/** What is seen without the feature, or, where it `isServed`, without a plan that has it. */
export function Announcement({ isServed }: { isServed: boolean }) {
  const { t } = useTranslation('batch');
  const { t: tCommon } = useTranslation();
  const to = useAddress();
  const isIncluded = rowLimitOf(useUser()) > 0;
  return (
    <div className="grid gap-12 lg:grid-cols-2">
      <div className="grid max-w-xl content-start gap-8">
        <BatchHeader>
          {isServed ? null : (
            <p className="flex flex-wrap items-center gap-2 text-ink-2">
              <Badge tone="info">{t('soon')}</Badge>
              {t('leadSoon')}
            </p>
          )}
        </BatchHeader>
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
      {isServed ? <TemplateExample /> : null}
    </div>
  );
}
