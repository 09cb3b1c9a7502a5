import { PLANS, PLAN_TERMS } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { useUser } from '../api/auth/use-session';
import { useAddress } from '../shared/i18n/locale-context';
import { Badge } from '../shared/ui/feedback/badge';
import { ButtonLink } from '../shared/ui/actions/button';

const BATCH_PLANS = PLANS.filter((plan) => PLAN_TERMS[plan].batchLimit > 0);

export function Page() {
  const { t } = useTranslation('batch');
  const { t: tCommon } = useTranslation();
  const to = useAddress();
  const plan = useUser()?.subscription_status;
  const included = BATCH_PLANS.some((entitled) => entitled === plan);
  return (
    <div className="reading grid gap-8 pt-12 lg:pt-18">
      <header className="grid gap-3">
        <span className="justify-self-start">
          <Badge tone="info">{t('soon')}</Badge>
        </span>
        <h1 className="text-3xl">{t('title')}</h1>
        <p className="text-lg text-ink-2">{t('lead')}</p>
      </header>
      <ul className="tabular border-t border-line">
        {BATCH_PLANS.map((entitled) => (
          <li key={entitled} className="flex items-center justify-between gap-4 border-b border-line py-4">
            <span className="font-semibold">{tCommon(`plans.${entitled}`)}</span>
            <span className="text-ink-2">{t('limit', { count: PLAN_TERMS[entitled].batchLimit })}</span>
          </li>
        ))}
      </ul>
      <p className="text-ink-2">{included ? t('included') : t('needsPlan')}</p>
      <div className="flex flex-wrap gap-3">
        {included ? null : (
          <ButtonLink variant="primary" to={to('pricing')}>
            {t('seePlans')}
          </ButtonLink>
        )}
        <ButtonLink variant={included ? 'primary' : 'quiet'} to={to('generate')}>
          {tCommon('nav.generate')}
        </ButtonLink>
      </div>
    </div>
  );
}
