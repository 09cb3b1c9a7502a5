import type { GalleryItem } from '@app/contracts';
import { CircleAlert, Download, Heart, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadPicture } from '../../api/download-picture';
import { isTakenBack, useSetFavoriteMutation } from '../../api/images-api';
import { useAppSelector } from '../../api/state';
import { analytics } from '../../shared/analytics/analytics';
import { formatDate } from '../../shared/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { showToast } from '../../shared/toasts';
import { Badge } from '../../shared/ui/badge';
import { Frame } from '../../shared/ui/contact-sheet';
import { IconButton } from '../../shared/ui/icon-button';
import { Picture } from '../../shared/ui/picture';
import { Spinner } from '../../shared/ui/spinner';
import { WorkNote } from './work-note';

const SIZES_ATTRIBUTE = '(min-width: 1024px) 300px, (min-width: 640px) 33vw, 50vw';

/** One picture of the sheet, in whatever state it is. */
export function GalleryCard({ item, eager }: { item: GalleryItem; eager: boolean }) {
  const { t } = useTranslation(['gallery', 'options']);
  const locale = useLocale();
  const style = t(`options:styles.${item.style}`);
  return (
    <Frame
      frameNumber={item.frame_number}
      note={`${style} · ${item.size}`}
      marked={item.is_favorited}
      ringId={item.id}
      overlay={
        item.status === 'completed' ? (
          <>
            {item.is_favorited ? <FavoriteBadge /> : null}
            <CardActions item={item} />
          </>
        ) : null
      }
      caption={
        <div className="grid gap-0.5 pt-2 pe-2">
          <p className="line-clamp-2 text-sm" title={item.prompt}>
            {item.prompt}
          </p>
          <WorkNote item={item} />
          <p className="text-xs text-ink-3">
            <time dateTime={item.created_at}>{formatDate(item.created_at, locale)}</time>
          </p>
        </div>
      }
    >
      {item.status === 'completed' ? (
        <Picture
          source={item}
          alt={t('gallery:cardLabel', { prompt: item.prompt, style, size: item.size })}
          sizes={SIZES_ATTRIBUTE}
          eager={eager}
          className={item.width >= item.height ? 'w-full' : 'h-full'}
        />
      ) : (
        <OpenOrFailed item={item} />
      )}
    </Frame>
  );
}

/** Says without a pointer what the ring around the picture shows. */
function FavoriteBadge() {
  const { t } = useTranslation('gallery');
  return (
    <span className="absolute start-2 top-2 grid size-8 place-items-center rounded-pill bg-scrim text-on-scrim">
      <Heart aria-hidden="true" className="size-4 fill-current" />
      <span className="sr-only">{t('favoriteBadge')}</span>
    </span>
  );
}

/** A picture that is on its way, one that was not made, or one that is not wanted any more. */
function OpenOrFailed({ item }: { item: GalleryItem }) {
  const { t } = useTranslation('gallery');
  const progress = useAppSelector((state) => state.work.progress[item.id]);
  const takenBack = isTakenBack(item);
  const failed = item.status === 'failed' && !takenBack;
  return (
    <div
      className="inner-line grid max-h-full max-w-full place-items-center overflow-hidden rounded-picture bg-surface p-3"
      style={{
        aspectRatio: `${item.width} / ${item.height}`,
        [item.width >= item.height ? 'width' : 'height']: '100%',
      }}
    >
      {progress?.preview ? (
        <img src={progress.preview} alt="" className="absolute inset-0 size-full object-cover opacity-70 blur-md" />
      ) : null}
      <span className="relative grid justify-items-center gap-2">
        {takenBack ? (
          <>
            <Undo2 aria-hidden="true" className="size-6 text-ink-3" />
            <Badge>{t('takenBackBadge')}</Badge>
          </>
        ) : (
          <>
            {failed ? <CircleAlert aria-hidden="true" className="size-6 text-danger-text" /> : <Spinner />}
            <Badge tone={failed ? 'danger' : 'amber'}>
              {failed ? t('failedBadge') : t(item.status === 'pending' && !progress ? 'waitingBadge' : 'pendingBadge')}
            </Badge>
          </>
        )}
      </span>
    </div>
  );
}

function CardActions({ item }: { item: GalleryItem }) {
  const { t } = useTranslation('gallery');
  const [setFavorite] = useSetFavoriteMutation();
  const [saving, setSaving] = useState(false);
  const favorite = item.is_favorited;

  const toggle = async () => {
    const { error } = await setFavorite({ id: item.id, favorite: !favorite });
    if (error) showToast({ kind: 'error', text: t('operationFailed') });
    else analytics.event('favorite_image', { action: favorite ? 'remove' : 'add' });
  };
  const save = async () => {
    setSaving(true);
    try {
      await downloadPicture(item.id);
    } catch {
      showToast({ kind: 'error', text: t('operationFailed') });
    } finally {
      setSaving(false);
    }
  };

  return (
    <div className="absolute end-2 top-2 flex gap-1 opacity-0 transition-opacity duration-120 group-focus-within/frame:opacity-100 group-hover/frame:opacity-100 [@media(hover:none)]:opacity-100">
      <IconButton
        onPicture
        pressed={favorite}
        label={favorite ? t('unfavorite') : t('favorite')}
        icon={<Heart aria-hidden="true" className={favorite ? 'fill-current' : undefined} />}
        onClick={() => void toggle()}
      />
      <IconButton
        onPicture
        disabled={saving}
        label={t('download')}
        icon={<Download aria-hidden="true" />}
        onClick={() => void save()}
      />
    </div>
  );
}
