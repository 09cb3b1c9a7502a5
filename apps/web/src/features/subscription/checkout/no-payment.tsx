import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../api/auth/use-session';
import { useAddress } from '../../../shared/i18n/locale-context';
import { ButtonLink } from '../../../shared/ui/actions/button';
import { StatusPage } from '../../../shared/ui/feedback/status-page';

/** The page was opened without a payment. */
export function NoPayment() {
  const { t } = useTranslation('payment');
  const { t: tCommon } = useTranslation();
  const to = useAddress();
  const plan = useUser()?.subscription_status ?? 'free';
  return (
    <StatusPage
      icon={CircleAlert}
      title={t('success.noneTitle')}
      text={plan === 'free' ? t('success.none') : t('success.nonePlan', { plan: tCommon(`plans.${plan}`) })}
    >
      {plan === 'free' ? (
        <ButtonLink variant="primary" to={to('pricing')}>
          {t('success.plans')}
        </ButtonLink>
      ) : (
        <ButtonLink variant="primary" to={to('profile', { query: { tab: 'subscription' } })}>
          {t('success.subscription')}
        </ButtonLink>
      )}
    </StatusPage>
  );
}
