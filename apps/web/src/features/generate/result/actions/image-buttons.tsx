import type { GenerationImage } from '@app/contracts';
import { Download, Heart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDownloadImage } from '../../../../entities/image/use-download-image';
import { useFavoriteImage } from '../../../../entities/image/use-favorite-image';
import { Button } from '../../../../shared/ui/actions/button';
import { IMAGE_ACTION } from './image-action';

export function DownloadButton({ id }: { id: string }) {
  const { t } = useTranslation('generate');
  const { isDownloading, download } = useDownloadImage();
  return (
    <Button
      className={IMAGE_ACTION}
      busy={isDownloading}
      onClick={() => void download(id)}
      icon={<Download aria-hidden="true" className="size-4" />}
    >
      {t('result.download')}
    </Button>
  );
}

export function FavoriteButton({ image }: { image: GenerationImage }) {
  const { t } = useTranslation('generate');
  const setFavorite = useFavoriteImage();
  const favorite = image.is_favorited;
  return (
    <Button
      className={IMAGE_ACTION}
      aria-label={favorite ? t('result.unfavorite') : t('result.favorite')}
      onClick={() => void setFavorite(image.id, !favorite)}
      icon={<Heart aria-hidden="true" className={favorite ? 'size-4 fill-current text-mark' : 'size-4'} />}
    >
      {t('result.favoriteShort')}
    </Button>
  );
}
