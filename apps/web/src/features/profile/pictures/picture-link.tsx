import type { GalleryItem } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isTakenBack } from '../../../api/images-api';
import { useAddress } from '../../../shared/i18n/locale-context';
import { Badge } from '../../../shared/ui/badge';
import { Picture } from '../../../shared/ui/picture';

/** A picture in its cell, leading to its details; one that is not there says why. */
export function PictureLink({ item }: { item: GalleryItem }) {
  const { t } = useTranslation('profile');
  const to = useAddress();
  if (item.status !== 'completed') return <OpenOrFailed item={item} />;
  return (
    <Link
      to={to('gallery', { query: { image: item.id } })}
      className={item.width >= item.height ? 'block w-full' : 'block h-full'}
    >
      <Picture
        source={item}
        alt={t('pictures.label', { prompt: item.prompt })}
        sizes="(min-width: 1024px) 220px, 50vw"
        className={item.width >= item.height ? 'w-full' : 'h-full'}
      />
    </Link>
  );
}

function OpenOrFailed({ item }: { item: GalleryItem }) {
  const { t } = useTranslation('profile');
  if (isTakenBack(item)) return <Badge>{t('pictures.takenBack')}</Badge>;
  if (item.status === 'failed') return <Badge tone="danger">{t('pictures.notMade')}</Badge>;
  return <Badge tone="amber">{t('pictures.running')}</Badge>;
}
