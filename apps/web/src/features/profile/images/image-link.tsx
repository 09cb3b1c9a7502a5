import type { GalleryItem } from '@app/contracts';
import { CircleAlert, ImageOff, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isCancelled } from '../../../entities/generation/generation-status';
import { isLost } from '../../../entities/image/image-status';
import { useRenewAddress } from '../../../entities/image/use-renew-address';
import { useAddress } from '../../../shared/i18n/locale-context';
import { Badge } from '../../../shared/ui/feedback/badge';
import { EmptyFrame } from '../../../shared/ui/images/empty-frame';
import { fillsWidth } from '../../../shared/ui/images/justified-rows';
import { ResponsiveImage } from '../../../shared/ui/images/responsive-image';
import { Spinner } from '../../../shared/ui/feedback/spinner';

/** An image in its cell, leading to its details; one that is not there says why. */
export function ImageLink({ item }: { item: GalleryItem }) {
  const { t } = useTranslation('profile');
  const to = useAddress();
  const renewAddress = useRenewAddress();
  const side = fillsWidth(item) ? 'w-full' : 'h-full';
  const label = t('pictures.label', { prompt: item.prompt });
  return (
    <Link
      to={to('gallery', { query: { image: item.id } })}
      className="grid size-full min-h-0 min-w-0 place-items-center rounded-image"
    >
      {item.status === 'completed' && !isLost(item) ? (
        <ResponsiveImage
          source={item}
          alt={label}
          sizes="(min-width: 1024px) 220px, 50vw"
          onFail={() => renewAddress(item.id)}
          className={side}
        />
      ) : (
        <Absent item={item} label={label} />
      )}
    </Link>
  );
}

function Absent({ item, label }: { item: GalleryItem; label: string }) {
  return (
    <EmptyFrame shape={item} label={label}>
      <State item={item} />
    </EmptyFrame>
  );
}

function State({ item }: { item: GalleryItem }) {
  const { t } = useTranslation('profile');
  if (isLost(item)) {
    return (
      <>
        <ImageOff aria-hidden="true" className="size-6 text-ink-3" />
        <Badge>{t('pictures.lost')}</Badge>
      </>
    );
  }
  if (isCancelled(item)) {
    return (
      <>
        <Undo2 aria-hidden="true" className="size-6 text-ink-3" />
        <Badge>{t('pictures.cancelled')}</Badge>
      </>
    );
  }
  if (item.status === 'failed') {
    return (
      <>
        <CircleAlert aria-hidden="true" className="size-6 text-danger-text" />
        <Badge tone="danger">{t('pictures.notMade')}</Badge>
      </>
    );
  }
  return (
    <>
      <Spinner />
      <Badge tone="amber">{t(item.status === 'pending' ? 'pictures.waiting' : 'pictures.running')}</Badge>
    </>
  );
}
