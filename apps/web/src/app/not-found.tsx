import { useTranslation } from 'react-i18next';
import { useAddress } from '../shared/i18n/locale-context';
import { ButtonLink } from '../shared/ui/actions/button';
import { StatusPage } from '../shared/ui/feedback/status-page';

export function NotFound() {
  const { t } = useTranslation();
  const to = useAddress();
  return (
    <StatusPage
      mark={
        <p aria-hidden="true" className="tabular text-3xl text-ink-3">
          No. 0404
        </p>
      }
      title={t('notFound.title')}
      text={t('notFound.text')}
    >
      <ButtonLink variant="primary" to={to('home')}>
        {t('actions.backHome')}
      </ButtonLink>
      <ButtonLink to={to('gallery')}>{t('notFound.gallery')}</ButtonLink>
    </StatusPage>
  );
}
