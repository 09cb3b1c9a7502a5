import { useTranslation } from 'react-i18next';
import { useUser } from '../api/auth/use-session';
import { useAddress } from '../shared/i18n/locale-context';
import { ButtonLink } from '../shared/ui/actions/button';

export function Page() {
  const { t } = useTranslation('payment');
  const { t: tCommon } = useTranslation();
  const to = useAddress();
  const plan = useUser()?.subscription_status ?? 'free';
  return (
    <div className="reading grid gap-6 pt-12 lg:pt-18">
      <h1 className="text-3xl">{plan === 'free' ? t('success.pendingTitle') : t('success.title')}</h1>
      <p role="status" className="text-lg text-ink-2">
        {plan === 'free' ? t('success.pending') : t('success.active', { plan: tCommon(`plans.${plan}`) })}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="primary" to={to('generate')}>
          {tCommon('nav.generate')}
        </ButtonLink>
        <ButtonLink to={to('profile')}>{tCommon('nav.profile')}</ButtonLink>
      </div>
    </div>
  );
}
