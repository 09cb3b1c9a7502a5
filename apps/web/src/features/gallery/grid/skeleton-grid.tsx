import { GALLERY_SKELETONS } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { ImageGrid } from '../../../shared/ui/images/image-grid';
import { cellStyle, rowRatio } from '../../../shared/ui/images/justified-rows';
import { Skeleton } from '../../../shared/ui/feedback/skeleton';

const SHAPES = [
  { width: 3, height: 2 },
  { width: 1, height: 1 },
  { width: 16, height: 9 },
  { width: 4, height: 5 },
];
const shapeAt = (index: number) => SHAPES[index % SHAPES.length] ?? { width: 1, height: 1 };

/** Grey frames where images will be, with the lines of a card below each, so that nothing moves when they come. */
export function SkeletonGrid() {
  const { t } = useTranslation('gallery');
  return (
    <ImageGrid label={t('loading')} busy>
      {Array.from({ length: GALLERY_SKELETONS }, (_, index) => (
        <li key={index} style={cellStyle(shapeAt(index), 12)} className="grid gap-2 p-1.5">
          <span style={{ aspectRatio: rowRatio(shapeAt(index)) }}>
            <Skeleton className="size-full" />
          </span>
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="mb-2 h-3 w-1/3" />
        </li>
      ))}
    </ImageGrid>
  );
}
