import { PROFILE_IMAGES_OVERVIEW } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAddress } from '../../../shared/i18n/locale-context';
import { ImageGrid, ImageCell } from '../../../shared/ui/images/image-grid';
import { LatestImages } from './latest-images';
import { FavoriteMark } from './favorite-mark';
import { ImageLink } from './image-link';

export function RecentImages() {
  const { t } = useTranslation('profile');
  const to = useAddress();
  return (
    <section aria-label={t('pictures.recent')} className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <h2 className="text-lg">{t('pictures.recent')}</h2>
        <Link to={to('gallery')} className="text-sm font-semibold text-amber-text underline-offset-4 hover:underline">
          {t('pictures.all')}
        </Link>
      </div>
      <LatestImages count={PROFILE_IMAGES_OVERVIEW}>
        {(items) => (
          <ImageGrid label={t('pictures.recent')} rows="[--row:120px] lg:[--row:150px]">
            {items.map((item) => (
              <ImageCell
                key={item.id}
                shape={item}
                frameNumber={item.frame_number}
                title={item.prompt}
                mark={item.is_favorited ? <FavoriteMark /> : null}
              >
                <ImageLink item={item} />
              </ImageCell>
            ))}
          </ImageGrid>
        )}
      </LatestImages>
    </section>
  );
}
