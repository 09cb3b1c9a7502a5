import type { GalleryItem } from '@app/contracts';
import { ImageOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../shared/ui/feedback/badge';
import { EmptyFrame } from '../../../shared/ui/images/empty-frame';

/** In the place of an image whose file is not there any more. */
export function LostFile({ item, label }: { item: GalleryItem; label: string }) {
  const { t } = useTranslation('gallery');
  return (
    <EmptyFrame shape={item} label={label}>
      <ImageOff aria-hidden="true" className="size-6 text-ink-3" />
      <Badge>{t('lost.badge')}</Badge>
    </EmptyFrame>
  );
}
