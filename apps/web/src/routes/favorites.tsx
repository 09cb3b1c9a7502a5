import { useTranslation } from 'react-i18next';

export function Page() {
  const { t } = useTranslation('meta');
  return (
    <div className="page grid gap-3 pt-12 lg:pt-18">
      <h1 className="text-3xl">{t('favorites.title')}</h1>
      <p className="text-lg text-ink-2">{t('favorites.description')}</p>
    </div>
  );
}
