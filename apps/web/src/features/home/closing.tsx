import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/auth/use-session';
import { useAddress } from '../../shared/i18n/locale-context';
import { ButtonLink } from '../../shared/ui/actions/button';

export function Closing() {
  const { t } = useTranslation('home');
  const user = useUser();
  const to = useAddress();
  return (
    <section className="page pt-12">
      <div className="grid gap-6 rounded-sheet bg-surround p-8 sm:p-12 lg:flex lg:items-end lg:justify-between lg:p-18">
        <div className="grid gap-3">
          <h2 className="max-w-[18ch] text-3xl">{t('closing.title')}</h2>
          {user ? null : (
            <p className="max-w-[46ch] text-ink-2" data-for-visitors>
              {t('closing.text')}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="primary" size="lg" to={to('generate')}>
            {t('closing.generate')}
          </ButtonLink>
          <ButtonLink size="lg" to={to('gallery')}>
            {t('closing.gallery')}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
