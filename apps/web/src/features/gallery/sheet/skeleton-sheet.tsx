import { GALLERY_SKELETONS } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { ContactSheet } from '../../../shared/ui/contact-sheet';
import { Skeleton } from '../../../shared/ui/skeleton';

/** Grey frames where pictures will be. */
export function SkeletonSheet() {
  const { t } = useTranslation('gallery');
  return (
    <ContactSheet label={t('loading')} busy>
      {Array.from({ length: GALLERY_SKELETONS }, (_, index) => (
        <li key={index}>
          <Skeleton className="aspect-square w-full" />
          <Skeleton className="mt-2 h-4 w-2/3" />
        </li>
      ))}
    </ContactSheet>
  );
}
