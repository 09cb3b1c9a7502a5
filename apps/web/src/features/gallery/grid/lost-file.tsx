import type { GalleryItem } from '@app/contracts';
import { ImageOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../shared/ui/feedback/badge';
import { EmptyFrame } from '../../../shared/ui/images/empty-frame';
import { cardShape } from './card-shape';

interface LostFileProps {
  item: GalleryItem;
  label: string;
  /** Where what there is to say stands in the frame, too. */
  inList?: boolean;
}

/** In the place of an image whose file is not there any more. */
export function LostFile({ item, label, inList = false }: LostFileProps) {
  const { t } = useTranslation('gallery');
  return (
    <EmptyFrame shape={inList ? cardShape(item) : item} label={label} atTop={inList}>
      <ImageOff aria-hidden="true" className="size-6 text-ink-3" />
      <Badge>{t('lost.badge')}</Badge>
    </EmptyFrame>
  );
}
