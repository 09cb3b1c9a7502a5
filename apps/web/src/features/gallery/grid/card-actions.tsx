import type { GalleryItem } from '@app/contracts';
import { Download, Ellipsis, Heart } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost } from '../../../entities/image/image-status';
import { cx } from '../../../shared/cx';
import { IconButton } from '../../../shared/ui/actions/icon-button';
import { Menu } from '../../../shared/ui/actions/menu';
import { useGalleryActions } from './gallery-actions';
import { hasNoImage } from './card-shape';
import { RetryButton } from './retry-button';
import { useMenuEntries } from './use-menu-entries';
import { useDownloadImage } from '../../../entities/image/use-download-image';
import type { CancelImage } from '../../../entities/image/use-cancel-image';

const SMALL = 'size-8 [@media(hover:none)]:size-10 [&_svg]:size-4 [@media(hover:none)]:[&_svg]:size-4.5';
/** A narrow cell leaves the menu to the details; what cannot be downloaded has nothing else. */
const TRIGGER =
  'size-8 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink [&_svg]:size-4 ' +
  '[@media(hover:none)]:size-10';

const RETRY =
  'inline-flex min-h-10 items-center gap-1.5 whitespace-nowrap rounded-control px-2 text-xs font-semibold text-ink-2 ' +
  'enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-55';

interface CardActionsProps {
  item: GalleryItem;
  cancelImage: CancelImage | null;
  /** Says which image they are for. */
  describedBy: string;
}

/** What one does with an image without opening it, in the strip below it. */
export function CardActions({ item, cancelImage, describedBy }: CardActionsProps) {
  const { t } = useTranslation('gallery');
  const [menuOpen, setMenuOpen] = useState(false);
  const entries = useMenuEntries({ item, cancelImage });
  const isDelivered = item.status === 'completed';
  return (
    <>
      {isDelivered ? <DeliveredActions item={item} describedBy={describedBy} /> : null}
      {hasNoImage(item) ? (
        <RetryButton item={item} variant="plain" describedBy={describedBy} className={RETRY} />
      ) : null}
      <Menu
        label={t('more')}
        describedBy={describedBy}
        trigger={<Ellipsis aria-hidden="true" />}
        triggerClassName={cx(TRIGGER, isDelivered ? 'hidden @min-[8rem]:inline-grid' : 'inline-grid')}
        entries={entries}
        open={menuOpen}
        onOpenChange={setMenuOpen}
      />
    </>
  );
}

function DeliveredActions({ item, describedBy }: Pick<CardActionsProps, 'item' | 'describedBy'>) {
  const { t } = useTranslation('gallery');
  const actions = useGalleryActions();
  const { isDownloading, download } = useDownloadImage();
  return (
    <>
      <IconButton
        aria-describedby={describedBy}
        label={item.is_favorited ? t('unfavorite') : t('favorite')}
        icon={<Heart aria-hidden="true" className={item.is_favorited ? 'fill-current text-mark' : undefined} />}
        onClick={() => actions.toggleFavorite(item)}
        className={SMALL}
      />
      {isLost(item) ? null : (
        <IconButton
          // Not disabled, so that it keeps the focus.
          aria-busy={isDownloading || undefined}
          aria-disabled={isDownloading || undefined}
          aria-describedby={describedBy}
          label={t('download')}
          icon={<Download aria-hidden="true" />}
          onClick={isDownloading ? undefined : () => void download(item.id)}
          className={cx(SMALL, isDownloading && 'opacity-60')}
        />
      )}
    </>
  );
}
