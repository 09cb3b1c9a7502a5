import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { REMEDIES, failureReason } from '../features/subscription/failure-reason';
import { useAddress } from '../shared/i18n/locale-context';
import { ButtonLink } from '../shared/ui/actions/button';

export function Page() {
  const { t } = useTranslation('payment');
  const to = useAddress();
  const [query] = useSearchParams();
  const reason = failureReason(query.get('reason'));
  return (
    <div className="reading grid gap-6 pt-12 lg:pt-18">
      <h1 className="text-3xl">{t('failed.title')}</h1>
      <p className="text-lg">{t(`failed.reasons.${reason}`)}</p>
      <p className="text-ink-2">{t(`failed.remedies.${REMEDIES[reason]}`)}</p>
      <p className="text-ink-3">{t('failed.nothingCharged')}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="primary" to={to('pricing')}>
          {t('failed.again')}
        </ButtonLink>
        <ButtonLink to={to('contact')}>{t('failed.contact')}</ButtonLink>
      </div>
    </div>
  );
}
