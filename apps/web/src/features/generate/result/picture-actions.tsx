import type { Picture } from '@app/contracts';
import { Download, Heart, Images, RotateCcw, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadPicture } from '../../../api/download-picture';
import { isTakenBack, useSetFavoriteMutation } from '../../../api/images-api';
import { analytics } from '../../../shared/analytics/analytics';
import { useAddress } from '../../../shared/i18n/locale-context';
import { showToast } from '../../../shared/toasts';
import { Button, ButtonLink } from '../../../shared/ui/button';

interface PictureActionsProps {
  picture: Picture;
  onReuse: () => void;
}

/** What one does with a picture, or with one that was not made. */
export function PictureActions({ picture, onReuse }: PictureActionsProps) {
  const { t } = useTranslation('generate');
  const to = useAddress();
  if (picture.status === 'failed') {
    return (
      <div className="flex flex-wrap gap-2">
        <Button onClick={onReuse} icon={<RotateCcw aria-hidden="true" className="size-4" />}>
          {t(isTakenBack(picture) ? 'takeBack.again' : 'result.retry')}
        </Button>
      </div>
    );
  }
  if (picture.status !== 'completed') return null;
  return (
    <div className="flex flex-wrap gap-2">
      <DownloadButton id={picture.id} />
      <FavoriteButton picture={picture} />
      <Button variant="ghost" onClick={onReuse} icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}>
        {t('result.reuse')}
      </Button>
      <ButtonLink variant="ghost" to={to('gallery')} icon={<Images aria-hidden="true" className="size-4" />}>
        {t('result.gallery')}
      </ButtonLink>
    </div>
  );
}

function DownloadButton({ id }: { id: string }) {
  const { t } = useTranslation('generate');
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await downloadPicture(id);
    } catch {
      showToast({ kind: 'error', text: t('result.downloadFailed') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={() => void run()} icon={<Download aria-hidden="true" className="size-4" />}>
      {t('result.download')}
    </Button>
  );
}

function FavoriteButton({ picture }: { picture: Picture }) {
  const { t } = useTranslation('generate');
  const [setFavorite] = useSetFavoriteMutation();
  const favorite = picture.is_favorited;
  const toggle = async () => {
    const { error } = await setFavorite({ id: picture.id, favorite: !favorite });
    if (error) showToast({ kind: 'error', text: t('result.favoriteFailed') });
    else analytics.event('favorite_image', { action: favorite ? 'remove' : 'add' });
  };
  return (
    <Button
      aria-pressed={favorite}
      onClick={() => void toggle()}
      icon={<Heart aria-hidden="true" className={favorite ? 'size-4 fill-current text-mark' : 'size-4'} />}
    >
      {favorite ? t('result.unfavorite') : t('result.favorite')}
    </Button>
  );
}
