import type { GalleryItem } from '@app/contracts';
import { ImageOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../shared/ui/badge';

/** In the place of a picture whose file is not there any more. */
export function LostFile({ item, label }: { item: GalleryItem; label: string }) {
  const { t } = useTranslation('gallery');
  return (
    <span
      className="inner-line grid max-h-full max-w-full place-items-center overflow-hidden rounded-picture bg-surface p-3"
      style={{
        aspectRatio: `${item.width} / ${item.height}`,
        [item.width >= item.height ? 'width' : 'height']: '100%',
      }}
    >
      <span className="grid justify-items-center gap-2">
        <span className="sr-only">{label}</span>
        <ImageOff aria-hidden="true" className="size-6 text-ink-3" />
        <Badge>{t('lost.badge')}</Badge>
      </span>
    </span>
  );
}
