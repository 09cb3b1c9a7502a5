import { GALLERY_SKELETONS } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { ImageGrid } from '../../../shared/ui/images/image-grid';
import { Skeleton } from '../../../shared/ui/feedback/skeleton';

/** Grey frames where images will be, with the lines of a card below each, so that nothing moves when they come. */
export function SkeletonGrid() {
  const { t } = useTranslation('gallery');
  return (
    <ImageGrid label={t('loading')} busy>
      {Array.from({ length: GALLERY_SKELETONS }, (_, index) => (
        <li key={index}>
          <Skeleton className="aspect-square w-full" />
          <div className="grid gap-0.5 pt-9">
            <Skeleton className="my-0.5 h-4 w-11/12" />
            <Skeleton className="my-0.5 h-4 w-2/3" />
            <Skeleton className="my-0.5 h-3 w-1/3" />
          </div>
        </li>
      ))}
    </ImageGrid>
  );
}
