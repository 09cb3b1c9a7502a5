import { useTranslation } from 'react-i18next';
import { useAddress } from '../shared/i18n/locale-context';
import { ButtonLink } from '../shared/ui/actions/button';

export function NotFound() {
  const { t } = useTranslation();
  const to = useAddress();
  return (
    <div className="reading grid justify-items-start gap-6 py-18 lg:py-28">
      <p aria-hidden="true" className="tabular text-3xl text-ink-3">
        No. 0404
      </p>
      <h1 className="text-3xl">{t('notFound.title')}</h1>
      <p className="text-lg text-ink-2">{t('notFound.text')}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="primary" to={to('home')}>
          {t('actions.backHome')}
        </ButtonLink>
        <ButtonLink to={to('gallery')}>{t('notFound.gallery')}</ButtonLink>
      </div>
    </div>
  );
}
