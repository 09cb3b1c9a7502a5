import { PROFILE_IMAGES_FETCHED, type GalleryItem } from '@app/contracts';
import { Download, Share2, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShareDialogSlot } from '../../../entities/image/share-dialog-slot';
import { useDownloadImage } from '../../../entities/image/use-download-image';
import { isLost } from '../../../entities/image/image-status';
import { useDeleteImages } from '../../../entities/image/use-delete-images';
import { useOnline } from '../../../shared/hooks/use-online';
import { Button } from '../../../shared/ui/actions/button';
import { ImageGrid, ImageCell } from '../../../shared/ui/images/image-grid';
import { IconButton } from '../../../shared/ui/actions/icon-button';
import { LatestImages } from './latest-images';
import { FavoriteMark } from './favorite-mark';
import { ImageLink } from './image-link';

export function LatestImagesWithActions({ shareDialog: ShareDialog }: { shareDialog: ShareDialogSlot }) {
  const { t } = useTranslation('profile');
  const { deleteImages } = useDeleteImages();
  const [shared, setShared] = useState<string | null>(null);
  return (
    <>
      <LatestImages count={PROFILE_IMAGES_FETCHED}>
        {(items) => (
          <ImageGrid label={t('pictures.recent')}>
            {items.map((item) => (
              <Cell
                key={item.id}
                item={item}
                onShare={() => setShared(item.id)}
                onRemove={() => void deleteImages([item.id])}
              />
            ))}
          </ImageGrid>
        )}
      </LatestImages>
      {shared === null ? null : (
        <ShareDialog imageId={shared} open onOpenChange={(open) => (open ? undefined : setShared(null))} />
      )}
    </>
  );
}

interface CellProps {
  item: GalleryItem;
  onShare: () => void;
  onRemove: () => void;
}

function Cell({ item, ...on }: CellProps) {
  const numberId = useId();
  return (
    <ImageCell
      shape={item}
      frameNumber={item.frame_number}
      numberId={numberId}
      title={item.prompt}
      mark={item.is_favorited ? <FavoriteMark /> : null}
      below={<Actions item={item} {...on} describedBy={numberId} />}
    >
      <ImageLink item={item} />
    </ImageCell>
  );
}

/** `describedBy`: says which image they are for. */
function Actions({ item, onShare, onRemove, describedBy }: CellProps & { describedBy: string }) {
  const { t } = useTranslation('profile');
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const { download } = useDownloadImage();
  const removeButton = useRef<HTMLButtonElement>(null);
  const keep = () => {
    setAsking(false);
    requestAnimationFrame(() => removeButton.current?.focus());
  };
  if (asking) return <Question onKeep={keep} onRemove={onRemove} />;
  const ofThis = { 'aria-describedby': describedBy };
  const disabledProps = online ? {} : { disabled: true, title: t('pictures.offline') };
  const delivered = item.status === 'completed' && !isLost(item);
  const settled = item.status === 'completed' || item.status === 'failed';
  return (
    <div className="flex">
      {delivered ? (
        <>
          <IconButton
            {...ofThis}
            label={t('pictures.download')}
            icon={<Download />}
            onClick={() => void download(item.id)}
          />
          <IconButton {...ofThis} {...disabledProps} label={t('pictures.share')} icon={<Share2 />} onClick={onShare} />
        </>
      ) : null}
      {settled ? (
        <IconButton
          {...ofThis}
          {...disabledProps}
          ref={removeButton}
          label={t('pictures.remove')}
          icon={<Trash2 />}
          onClick={() => setAsking(true)}
        />
      ) : null}
    </div>
  );
}

/** Called before a cell is removed: focuses the image after it, or the one before. */
function focusBeside(within: Element | null): void {
  const cell = within?.closest('li');
  const next = cell?.nextElementSibling ?? cell?.previousElementSibling;
  next?.querySelector<HTMLElement>('a')?.focus();
}

function Question({ onKeep, onRemove }: { onKeep: () => void; onRemove: () => void }) {
  const { t } = useTranslation('profile');
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const remove = () => {
    focusBeside(keep.current);
    onRemove();
  };
  const keepOnEscape = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onKeep();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed on its buttons
    <div
      role="group"
      aria-label={t('pictures.question')}
      onKeyDown={keepOnEscape}
      className="flex flex-wrap items-center gap-2 pt-2"
    >
      <p className="w-full text-sm">{t('pictures.question')}</p>
      <Button ref={keep} onClick={onKeep}>
        {t('pictures.keep')}
      </Button>
      <Button variant="danger" onClick={remove}>
        {t('pictures.confirm')}
      </Button>
    </div>
  );
}
