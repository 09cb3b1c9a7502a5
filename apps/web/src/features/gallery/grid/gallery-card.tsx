import type { GalleryItem } from '@app/contracts';
import { Check, Heart } from 'lucide-react';
import { useId, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { isLost } from '../../../entities/image/image-status';
import { useRenewAddress } from '../../../entities/image/use-renew-address';
import { cx } from '../../../shared/cx';
import { ImageCell, type CellPlace } from '../../../shared/ui/images/image-grid';
import { fillsWidth, rowSizes } from '../../../shared/ui/images/justified-rows';
import { ResponsiveImage } from '../../../shared/ui/images/responsive-image';
import { withImage } from '../details/use-opened-image';
import { CardActions } from './card-actions';
import { CardQuestion } from './card-question';
import { cardShape, hasNoImage } from './card-shape';
import { LostFile } from './lost-file';
import { OpenOrFailed } from './open-or-failed';
import { useGalleryActions } from './gallery-actions';
import { useLongPress } from './use-long-press';
import { useCancelImage } from '../../../entities/image/use-cancel-image';
import { WorkNote } from './work-note';
import { Button } from '../../../shared/ui/actions/button';
import { useFormatDate } from '../../../shared/format/use-format-date';

export interface CardSelection {
  selected: boolean;
  onToggle: (event: MouseEvent) => void;
}

interface GalleryCardProps {
  item: GalleryItem;
  eager: boolean;
  /** While images are being selected. */
  selection: CardSelection | null;
  /** A finger has been held on it. */
  onHold: () => void;
  place?: CellPlace;
}

export function GalleryCard({ item, eager, selection, onHold, place }: GalleryCardProps) {
  const { t } = useTranslation(['gallery', 'options']);
  const actions = useGalleryActions();
  const cancelImage = useCancelImage(item, actions);
  const renewAddress = useRenewAddress();
  // The question needs the room.
  const asked = actions.pendingDeleteId === item.id;
  const isMissing = hasNoImage(item);
  const style = t(`options:styles.${item.style}`);
  const label = t('gallery:cardLabel', { prompt: item.prompt, style, size: item.size });
  const numberId = useId();
  return (
    <ImageCell
      place={place}
      shape={cardShape(item)}
      frameNumber={item.frame_number}
      numberId={numberId}
      title={item.prompt}
      titleLink={<CardTitle item={item} selection={selection} />}
      selected={selection?.selected ?? false}
      note={<CardNote item={item} style={style} />}
      mark={selection ? <SelectionMark selected={selection.selected} isFavorite={item.is_favorited} /> : null}
      actions={selection ? null : <CardActions item={item} cancelImage={cancelImage} describedBy={numberId} />}
      faceNote={isMissing ? <FaceNote item={item} /> : null}
      overlay={asked ? <CardQuestion item={item} cancelImage={cancelImage} /> : null}
      below={
        isMissing ? null : (
          <div className="px-1 text-xs empty:hidden">
            <WorkNote item={item} />
          </div>
        )
      }
    >
      <CardFace item={item} selection={selection} label={label} onHold={onHold}>
        {isLost(item) ? (
          <LostFile item={item} label={label} inList />
        ) : item.status === 'completed' ? (
          <ResponsiveImage
            source={item}
            // The box while images are selected has the name itself.
            alt={selection ? '' : label}
            sizes={rowSizes(item)}
            eager={eager}
            preview
            onFail={() => renewAddress(item.id)}
            className={fillsWidth(item) ? 'w-full' : 'h-full'}
          />
        ) : (
          <OpenOrFailed item={item} label={label} inList />
        )}
      </CardFace>
    </ImageCell>
  );
}

/** A narrow cell drops the date, which a heading often tells. */
function CardNote({ item, style }: Pick<GalleryCardProps, 'item'> & { style: string }) {
  const formatDate = useFormatDate();
  return (
    <>
      {style} · {item.size}
      <span className="hidden @min-[16rem]:inline">
        {' · '}
        <time dateTime={item.created_at}>{formatDate(item.created_at)}</time>
      </span>
    </>
  );
}

/** Below the badge, in the place of the image: nothing stands lower than the other cards of the row. */
const FaceNote = ({ item }: { item: GalleryItem }) => (
  <div className="pointer-events-none absolute inset-0 overflow-hidden px-3 pt-12 text-xs">
    <WorkNote item={item} />
  </div>
);

const FACE =
  'grid size-full min-h-0 min-w-0 place-items-center rounded-image ' +
  // A finger that is held selects the image; it opens no menu of the browser's and takes hold of nothing.
  '[@media(hover:none)]:select-none [@media(hover:none)]:[-webkit-touch-callout:none]';

function CardFace({
  item,
  label,
  selection,
  onHold,
  children,
}: Pick<GalleryCardProps, 'item' | 'selection' | 'onHold'> & { label: string; children: ReactNode }) {
  const opening = useOpening(item);
  const held = useLongPress(onHold);
  if (!selection) {
    return (
      <Link {...held} {...opening} data-image={item.id} className={FACE}>
        {children}
      </Link>
    );
  }
  const { selected, onToggle } = selection;
  return (
    <Button
      variant="plain"
      role="checkbox"
      aria-checked={selected}
      aria-label={label}
      data-image={item.id}
      onClick={onToggle}
      className={FACE}
    >
      {children}
    </Button>
  );
}

/** To the details, over the list as it is filtered. */
function useOpening({ id }: GalleryItem) {
  const { search } = useLocation();
  return { to: { search: withImage(search, id) }, state: { opened: true }, preventScrollReset: true };
}

/** For the mouse does what the image does; Tab stops at that, and screen readers read that. */
function CardTitle({ item, selection }: Pick<GalleryCardProps, 'item' | 'selection'>) {
  const opening = useOpening(item);
  if (selection) {
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keys have the box
    return <span onClick={selection.onToggle}>{item.prompt}</span>;
  }
  return (
    // The focus does not go where no screen reader can follow.
    <Link {...opening} tabIndex={-1} onMouseDown={(event) => event.preventDefault()}>
      {item.prompt}
    </Link>
  );
}

/** In the strip while images are selected, when the buttons are gone. */
function SelectionMark({ selected, isFavorite }: { selected: boolean; isFavorite: boolean }) {
  const { t } = useTranslation('gallery');
  return (
    <>
      <span
        aria-hidden="true"
        className={cx(
          'grid size-5 shrink-0 place-items-center rounded-image border-2',
          selected ? 'border-transparent bg-amber text-on-amber' : 'border-field bg-surface',
        )}
      >
        {selected ? <Check className="size-4" strokeWidth={3} /> : null}
      </span>
      {isFavorite ? (
        <span className="shrink-0 text-mark">
          <Heart aria-hidden="true" className="size-4 fill-current" />
          <span className="sr-only">{t('favoriteBadge')}</span>
        </span>
      ) : null}
    </>
  );
}
