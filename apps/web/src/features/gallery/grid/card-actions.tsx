import type { GalleryItem } from '@app/contracts';
import { Download, Ellipsis, Heart } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost } from '../../../entities/image/image-status';
import { cx } from '../../../shared/cx';
import { useHovers } from '../../../shared/hooks/use-hovers';
import { IconButton } from '../../../shared/ui/actions/icon-button';
import { Menu } from '../../../shared/ui/actions/menu';
import { useGalleryActions } from './gallery-actions';
import { useMenuEntries } from './use-menu-entries';
import { useDownloadImage } from '../../../entities/image/use-download-image';
import type { CancelImage } from './use-cancel-image';

const TRIGGER = 'inline-grid size-10 shrink-0 place-items-center rounded-control bg-scrim text-on-scrim [&_svg]:size-5';

/** What one does with an image without opening it. */
export function CardActions({ item, cancelImage }: { item: GalleryItem; cancelImage: CancelImage | null }) {
  const { t } = useTranslation('gallery');
  const [menuOpen, setMenuOpen] = useState(false);
  // A finger finds them in the menu: on a phone they would cover the picture.
  const hovers = useHovers();
  const entries = useMenuEntries({ item, cancelImage, whole: !hovers });
  return (
    <div
      className={cx(
        'absolute end-2 top-2 flex gap-0.5 transition-opacity duration-120 sm:gap-1',
        menuOpen
          ? 'opacity-100'
          : 'opacity-0 group-focus-within/frame:opacity-100 group-hover/frame:opacity-100 [@media(hover:none)]:opacity-100',
      )}
    >
      {item.status === 'completed' && hovers ? <DeliveredActions item={item} /> : null}
      <Menu
        label={t('more')}
        trigger={<Ellipsis aria-hidden="true" />}
        triggerClassName={TRIGGER}
        entries={entries}
        open={menuOpen}
        onOpenChange={setMenuOpen}
      />
    </div>
  );
}

function DeliveredActions({ item }: { item: GalleryItem }) {
  const { t } = useTranslation('gallery');
  const actions = useGalleryActions();
  const { isDownloading, download } = useDownloadImage();
  return (
    <>
      <IconButton
        onImage
        pressed={item.is_favorited}
        label={item.is_favorited ? t('unfavorite') : t('favorite')}
        icon={<Heart aria-hidden="true" className={item.is_favorited ? 'fill-current' : undefined} />}
        onClick={() => actions.toggleFavorite(item)}
      />
      {isLost(item) ? null : (
        <IconButton
          onImage
          disabled={isDownloading}
          label={t('download')}
          icon={<Download aria-hidden="true" />}
          onClick={() => void download(item.id)}
        />
      )}
    </>
  );
}
