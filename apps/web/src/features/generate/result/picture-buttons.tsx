import type { Picture } from '@app/contracts';
import { Download, Heart } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadImage } from '../../../api/downloads/download-image';
import { useSetFavoriteMutation } from '../../../api/endpoints/images';
import { analytics } from '../../../shared/analytics/analytics';
import { showToast } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/button';

export function DownloadButton({ id }: { id: string }) {
  const { t } = useTranslation('generate');
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await downloadImage(id);
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

export function FavoriteButton({ picture }: { picture: Picture }) {
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
