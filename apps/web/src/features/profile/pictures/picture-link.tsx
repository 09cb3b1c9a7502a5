import type { GalleryItem } from '@app/contracts';
import { CircleAlert, ImageOff, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isLost, isTakenBack } from '../../../api/images-api';
import { useAddress } from '../../../shared/i18n/locale-context';
import { Badge } from '../../../shared/ui/badge';
import { Picture } from '../../../shared/ui/picture';
import { Spinner } from '../../../shared/ui/spinner';

/** A picture in its cell, leading to its details; one that is not there says why. */
export function PictureLink({ item }: { item: GalleryItem }) {
  const { t } = useTranslation('profile');
  const to = useAddress();
  const side = item.width >= item.height ? 'w-full' : 'h-full';
  const label = t('pictures.label', { prompt: item.prompt });
  return (
    <Link
      to={to('gallery', { query: { image: item.id } })}
      aria-label={label}
      className="grid size-full min-h-0 min-w-0 place-items-center rounded-picture"
    >
      {item.status === 'completed' && !isLost(item) ? (
        <Picture source={item} alt={label} sizes="(min-width: 1024px) 220px, 50vw" className={side} />
      ) : (
        <Absent item={item} />
      )}
    </Link>
  );
}

/** In the words of the gallery. */
function Absent({ item }: { item: GalleryItem }) {
  const { t } = useTranslation('profile');
  if (isLost(item)) {
    return (
      <Face item={item} icon={<ImageOff aria-hidden="true" className="size-6 text-ink-3" />}>
        <Badge>{t('pictures.lost')}</Badge>
      </Face>
    );
  }
  if (isTakenBack(item)) {
    return (
      <Face item={item} icon={<Undo2 aria-hidden="true" className="size-6 text-ink-3" />}>
        <Badge>{t('pictures.takenBack')}</Badge>
      </Face>
    );
  }
  if (item.status === 'failed') {
    return (
      <Face item={item} icon={<CircleAlert aria-hidden="true" className="size-6 text-danger-text" />}>
        <Badge tone="danger">{t('pictures.notMade')}</Badge>
      </Face>
    );
  }
  return (
    <Face item={item} icon={<Spinner />}>
      <Badge tone="amber">{t(item.status === 'pending' ? 'pictures.waiting' : 'pictures.running')}</Badge>
    </Face>
  );
}

function Face({
  item: { width, height },
  icon,
  children,
}: {
  item: GalleryItem;
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <span
      className="inner-line grid max-h-full max-w-full place-items-center rounded-picture bg-surface p-3"
      style={{ aspectRatio: `${width} / ${height}`, [width >= height ? 'width' : 'height']: '100%' }}
    >
      <span className="grid justify-items-center gap-2">
        {icon}
        {children}
      </span>
    </span>
  );
}
