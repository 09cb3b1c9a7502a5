import { PROFILE_IMAGES_FETCHED, type GalleryItem } from '@app/contracts';
import { Download, Share2, Trash2, Undo2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShareDialogSlot } from '../../../entities/image/share-dialog-slot';
import { useDownloadImage } from '../../../entities/image/use-download-image';
import { CancelQuestion } from '../../../entities/image/cancel-question';
import { DeleteQuestion } from '../../../entities/image/delete-question';
import { isDeletable, isLost } from '../../../entities/image/image-status';
import { useCancelImage, type CancelImage } from '../../../entities/image/use-cancel-image';
import { useDeleteImages, type DeleteImages } from '../../../entities/image/use-delete-images';
import { useOnline } from '../../../shared/browser/use-online';
import { focusHeading } from '../../../shared/interaction/focus-heading';
import { ImageGrid, ImageCell } from '../../../shared/ui/images/image-grid';
import { IconButton } from '../../../shared/ui/actions/icon-button';
import { LatestImages } from './latest-images';
import { FavoriteMark } from './favorite-mark';
import { ImageLink } from './image-link';

export function LatestImagesWithActions({ shareDialog: ShareDialog }: { shareDialog: ShareDialogSlot }) {
  const { t } = useTranslation('profile');
  const deletion = useDeleteImages();
  const [shared, setShared] = useState<string | null>(null);
  return (
    <>
      <LatestImages count={PROFILE_IMAGES_FETCHED}>
        {(items) => (
          <ImageGrid label={t('pictures.recent')}>
            {items.map((item) => (
              <Cell key={item.id} item={item} deletion={deletion} onShare={() => setShared(item.id)} />
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
  deletion: DeleteImages;
  onShare: () => void;
}

function Cell({ item, ...given }: CellProps) {
  const numberId = useId();
  return (
    <ImageCell
      shape={item}
      frameNumber={item.frame_number}
      numberId={numberId}
      title={item.prompt}
      mark={item.is_favorited ? <FavoriteMark /> : null}
      below={<Actions item={item} {...given} describedBy={numberId} />}
    >
      <ImageLink item={item} />
    </ImageCell>
  );
}

/** `describedBy`: says which image they are for. */
function Actions({ item, deletion, onShare, describedBy }: CellProps & { describedBy: string }) {
  const { t } = useTranslation(['profile', 'work']);
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const { download } = useDownloadImage();
  const cancelImage = useCancelImage(item, deletion);
  const removeButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    setAsking(false);
    requestAnimationFrame(() => removeButton.current?.focus());
  };
  if (asking && isDeletable(item)) {
    return <Question onKeep={close} onRemove={() => void deletion.deleteImages([item.id])} />;
  }
  if (asking && cancelImage) return <OpenQuestion cancelImage={cancelImage} onClose={close} />;
  const ofThis = { 'aria-describedby': describedBy };
  const disabledProps = online ? {} : { disabled: true, title: t('profile:pictures.offline') };
  const delivered = item.status === 'completed' && !isLost(item);
  const cancels = cancelImage?.creditsOutcome === 'returned';
  return (
    <div className="flex">
      {delivered ? (
        <>
          <IconButton
            {...ofThis}
            label={t('profile:pictures.download')}
            icon={<Download />}
            onClick={() => void download(item.id)}
          />
          <IconButton
            {...ofThis}
            {...disabledProps}
            label={t('profile:pictures.share')}
            icon={<Share2 />}
            onClick={onShare}
          />
        </>
      ) : null}
      {isDeletable(item) || cancelImage ? (
        <IconButton
          {...ofThis}
          {...disabledProps}
          ref={removeButton}
          label={cancels ? t('work:cancel.action') : t('profile:pictures.remove')}
          icon={cancels ? <Undo2 /> : <Trash2 />}
          onClick={() => setAsking(true)}
        />
      ) : null}
    </div>
  );
}

/** Called before a cell is removed: focuses the image after it, or the one before; after the only one, the heading. */
function focusBeside(within: Element | null): void {
  const cell = within?.closest('li');
  const next = cell?.nextElementSibling ?? cell?.previousElementSibling;
  if (next) next.querySelector<HTMLElement>('a')?.focus();
  else focusHeading();
}

/** Asks about an image that is still to come. */
function OpenQuestion({ cancelImage, onClose }: { cancelImage: CancelImage; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const confirm = () => {
    // What is only cancelled stays where it is.
    if (cancelImage.creditsOutcome === 'returned') onClose();
    else focusBeside(place.current);
    void cancelImage.run();
  };
  return (
    <div ref={place} className="pt-2">
      <CancelQuestion cancelImage={cancelImage} onYes={confirm} onNo={onClose} />
    </div>
  );
}

function Question({ onKeep, onRemove }: { onKeep: () => void; onRemove: () => void }) {
  const { t } = useTranslation('work');
  const place = useRef<HTMLDivElement>(null);
  const remove = () => {
    focusBeside(place.current);
    onRemove();
  };
  return (
    <div ref={place} className="pt-2">
      <DeleteQuestion question={t('removal.question')} onDelete={remove} onKeep={onKeep} />
    </div>
  );
}
