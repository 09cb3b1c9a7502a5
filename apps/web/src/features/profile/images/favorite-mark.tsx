import { Heart } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export function FavoriteMark() {
  const { t } = useTranslation('profile');
  return (
    <span className="shrink-0 text-mark">
      <Heart aria-hidden="true" className="size-4 fill-current" />
      <span className="sr-only">{t('pictures.favorite')}</span>
    </span>
  );
}
