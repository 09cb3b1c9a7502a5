import { GALLERY_SKELETONS } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { ImageGrid, WaitingCell } from '../../../shared/ui/images/image-grid';
import { Skeleton } from '../../../shared/ui/feedback/skeleton';

const SHAPES = [
  { width: 3, height: 2 },
  { width: 1, height: 1 },
  { width: 16, height: 9 },
  { width: 4, height: 5 },
];
const shapeAt = (index: number) => SHAPES[index % SHAPES.length] ?? { width: 1, height: 1 };

/** Grey prints where images will be, so that nothing moves when they come; `byDay`: below the heading of a day. */
export function SkeletonGrid({ byDay }: { byDay: boolean }) {
  const { t } = useTranslation('gallery');
  return (
    <ImageGrid label={t('loading')} busy>
      {byDay ? (
        <li className="flex basis-full items-center text-base" style={{ height: '1lh' }}>
          <Skeleton className="h-4 w-32" />
        </li>
      ) : null}
      {Array.from({ length: GALLERY_SKELETONS }, (_, index) => (
        <WaitingCell key={index} shape={shapeAt(index)} />
      ))}
    </ImageGrid>
  );
}
